import { sql } from "drizzle-orm";
import type { outcomeValues as learnersValues } from "#server/learner/interface/outcome-values.ts";
import { isOneOf, type Kit, pairColumns, placeColumns, placeOf, references, roundColumns } from "./kit.ts";
import type { PeopleTables } from "./people.ts";
import type { StudyTables } from "./studies.ts";

/** Values of the learner: the compiler compares them. */
const outcomeValues: typeof learnersValues = ["yes", "no", "lost"];
const waysChosen = ["in-order", "by-operator", "by-lot"] as const;
const waysToClose = ["no-pairs", "deadline", "from-deadline", "by-hand"] as const;
const roundStates = ["open", "closing", "closed", "cancelled"] as const;

export function roundTables(kit: Kit, { study, seat }: StudyTables, { person }: PeopleTables) {
  const round = kit.table(
    "round",
    {
      studyId: kit.reference("study_id", () => study.id),
      /** From 1, cancelled rounds included: the link of the seed tree that it uses. */
      number: kit.integer("number").notNull(),
      /** The learner's t: rounds that were not cancelled, from 1. */
      t: kit.integer("t").notNull(),
      state: kit.word("state", roundStates).notNull(),
      openedSeq: kit.large("opened_seq").notNull(),
      openedAt: kit.large("opened_at").notNull(),
      openedHash: kit.text("opened_hash").notNull(),
      /** What the draw is bound to: SHA-256 of the opening without its draw commitment. */
      inputsHash: kit.text("inputs_hash").notNull(),
      /** The snapshot this opening was computed from. */
      appliedSeq: kit.large("applied_seq").notNull(),
      noiseSeed: kit.text("noise_seed").notNull(),
      /** null in an audit. */
      eta: kit.text("eta"),
      /** null in mode guarded and in an audit. */
      fairnessWeight: kit.text("fairness_weight"),
      /** How mode guarded computed the chances: canonical JSON as in the log's entry; null in the other modes. */
      guard: kit.text("guard"),
      /** Number of pairs that can be judged: with none, the panel has nothing to do. */
      pairCount: kit.integer("pair_count").notNull(),
      /** Pairs that every auditor is asked to judge first: canonical JSON as in the log's entry; null: all of them. */
      docket: kit.text("docket"),
      /** Pairs for which the panel was asked how far apart the chances may be: canonical JSON; null: it was not. */
      tolerancePairs: kit.text("tolerance_pairs"),
      seatCount: kit.integer("seat_count").notNull(),
      /** How its panel is chosen, and the members of the study at its opening (canonical JSON). */
      panelChosen: kit.text("panel_chosen").notNull(),
      /** null until its panel is drawn, where the lot awaits a public number. */
      neededFlags: kit.integer("needed_flags"),
      /** The rule, if the decision depends on who flags: canonical JSON as in the log's entry; null: the flags are counted. */
      decisionRule: kit.text("decision_rule"),
      guidelineVersion: kit.integer("guideline_version").notNull(),
      deadlineAt: kit.large("deadline_at"),
      /** How its opening said that it would close, and who chose its people. */
      closing: kit.word("closing", waysToClose).notNull(),
      chosen: kit.word("chosen", waysChosen).notNull(),
      /** The beacon round that its lot or draw awaits, or that the last of them used; null if none did. */
      beaconRound: kit.large("beacon_round"),
      /** The number itself, once it is in the log. */
      beaconSignature: kit.text("beacon_signature"),
      /** Why the number is still missing, worded for an operator; null: no problem. */
      beaconTrouble: kit.text("beacon_trouble"),
      /** The entry that ended the ballots before the draw; null without a beacon. */
      closingSeq: kit.large("closing_seq"),
      closingAt: kit.large("closing_at"),
      closingHash: kit.text("closing_hash"),
      closedSeq: kit.large("closed_seq"),
      closedAt: kit.large("closed_at"),
      closedHash: kit.text("closed_hash"),
      /** As in the log's entry, for closed and cancelled rounds alike. */
      closeReason: kit.text("close_reason"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.number] }),
      kit.index("round_unended").on(t.state, t.studyId, t.number).where(sql`state in ('open', 'closing')`),
      kit.index("round_ended").on(t.closedAt),
      kit.check("round_closing", isOneOf(t.closing, waysToClose)),
      kit.check("round_chosen", isOneOf(t.chosen, waysChosen)),
      kit.check("round_state", isOneOf(t.state, roundStates)),
      kit.check("round_closed", sql`(${t.state} in ('open', 'closing')) = (${t.closedSeq} is null)`),
      kit.check("round_frozen", sql`${t.state} <> 'closing' or ${t.closingSeq} is not null`),
    ],
  );

  const roundPerson = kit.table(
    "round_person",
    {
      ...placeColumns(kit),
      personId: kit.text("person_id").notNull(),
      /** The logged decimal: the number itself. */
      chance: kit.text("chance").notNull(),
      digest: kit.text("digest").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: placeOf(t) }),
      kit.uniqueIndex("round_person_once").on(t.studyId, t.round, t.personId),
      references(kit, "round_person_round", [t.studyId, t.round], [round.studyId, round.number]),
      references(kit, "round_person_person", [t.studyId, t.personId], [person.studyId, person.id]),
    ],
  );

  /** The panel of one round, frozen at opening; replacing a seat meanwhile changes its row here. */
  const roundSeat = kit.table(
    "round_seat",
    {
      ...roundColumns(kit),
      place: kit.integer("place").notNull(),
      seatId: kit.text("seat_id").notNull(),
      /**
       * When the password of the seat's holder was reset by a link: ballots up to this version are hidden until the
       * close.
       */
      hiddenAt: kit.large("hidden_at"),
      hiddenVersion: kit.integer("hidden_version"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.round, t.place] }),
      kit.check("round_seat_hidden", sql`(${t.hiddenAt} is null) = (${t.hiddenVersion} is null)`),
      kit.uniqueIndex("round_seat_once").on(t.studyId, t.round, t.seatId),
      references(kit, "round_seat_round", [t.studyId, t.round], [round.studyId, round.number]),
      references(kit, "round_seat_seat", [t.studyId, t.seatId], [seat.studyId, seat.id]),
    ],
  );

  /** Append-only. A pair flagged by at least the needed seats, with its share of the round's fairness loss. */
  const violation = kit.table(
    "violation",
    {
      ...roundColumns(kit),
      ...pairColumns(kit),
      flagCount: kit.integer("flag_count").notNull(),
      weight: kit.text("weight").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.round, t.high, t.low] }),
      references(kit, "violation_round", [t.studyId, t.round], [round.studyId, round.number]),
      kit.check("violation_pair", sql`${t.high} <> ${t.low}`),
    ],
  );

  /** Append-only. One draw a round; the row exists from the draw on, whether at opening or at close. */
  const draw = kit.table(
    "draw",
    {
      ...roundColumns(kit),
      u: kit.text("u").notNull(),
      /** null where the draw was even. */
      hypothesis: kit.large("hypothesis"),
      drawnAt: kit.large("drawn_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.round] }),
      references(kit, "draw_round", [t.studyId, t.round], [round.studyId, round.number]),
    ],
  );

  /** Append-only. Each person's decision by the drawn rule. */
  const decision = kit.table(
    "decision",
    {
      ...placeColumns(kit),
      selected: kit.integer("selected").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: placeOf(t) }),
      // A constraint, not an index: the foreign key of `outcome` needs it, and indexes are made after foreign keys.
      kit.unique("decision_selected").on(t.studyId, t.round, t.position, t.selected),
      references(kit, "decision_draw", [t.studyId, t.round], [draw.studyId, draw.round]),
      references(kit, "decision_person", placeOf(t), placeOf(roundPerson)),
      kit.check("decision_selected_word", sql`${t.selected} in (0, 1)`),
    ],
  );

  /** Append-only. The foreign key over `selected` lets an outcome exist only where the draw said yes. */
  const outcome = kit.table(
    "outcome",
    {
      ...placeColumns(kit),
      /** From 1; a correction is the next version. */
      version: kit.integer("version").notNull(),
      selected: kit.integer("selected").notNull(),
      value: kit.word("value", outcomeValues).notNull(),
      idempotencyKey: kit.text("idempotency_key").notNull(),
      seq: kit.large("seq").notNull(),
      recordedBy: kit.text("recorded_by").notNull(),
      recordedAt: kit.large("recorded_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.round, t.position, t.version] }),
      kit.uniqueIndex("outcome_key").on(t.studyId, t.idempotencyKey),
      kit.uniqueIndex("outcome_seq").on(t.studyId, t.seq),
      references(
        kit,
        "outcome_selected",
        [...placeOf(t), t.selected],
        [...placeOf(decision), decision.selected],
      ),
      kit.check("outcome_selected_yes", sql`${t.selected} = 1`),
      kit.check("outcome_value", isOneOf(t.value, outcomeValues)),
      kit.check("outcome_version", sql`${t.version} >= 1`),
    ],
  );

  return { round, roundPerson, roundSeat, violation, draw, decision, outcome };
}

export type RoundTables = ReturnType<typeof roundTables>;
