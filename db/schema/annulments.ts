import { sql } from "drizzle-orm";
import type { annulReasons as loggedReasons } from "#server/audit-log/annulments.ts";
import { isOneOf, type Kit, pairColumns, references } from "./kit.ts";
import type { RoundTables } from "./rounds.ts";

/** Words of the log: the compiler compares them. */
const annulReasons: typeof loggedReasons = ["given-by-mistake", "wrong-data", "guidelines-changed", "other"];
const annulmentStates = ["waiting", "voting", "annulled", "kept", "withdrawn"] as const;

export function annulmentTables(kit: Kit, { round }: RoundTables) {
  /** A proposal to annul a report. */
  const annulment = kit.table(
    "annulment",
    {
      studyId: kit.text("study_id").notNull(),
      /** The entry that proposed it. */
      proposedSeq: kit.large("proposed_seq").notNull(),
      proposedAt: kit.large("proposed_at").notNull(),
      round: kit.integer("round").notNull(),
      ...pairColumns(kit),
      reason: kit.word("reason", annulReasons).notNull(),
      /** The seat of the auditor who proposed it; null for an operator. */
      seatId: kit.text("seat_id"),
      state: kit.word("state", annulmentStates).notNull(),
      /** The round whose panel votes or voted on it. */
      votedIn: kit.integer("voted_in"),
      /** Votes to annul, once that round is closed. */
      voteCount: kit.integer("vote_count"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.proposedSeq] }),
      kit
        .uniqueIndex("annulment_pending")
        .on(t.studyId, t.round, t.high, t.low)
        .where(sql`state in ('waiting', 'voting', 'annulled')`),
      kit.index("annulment_voted_in").on(t.studyId, t.votedIn),
      references(kit, "annulment_report", [t.studyId, t.round], [round.studyId, round.number]),
      references(kit, "annulment_round", [t.studyId, t.votedIn], [round.studyId, round.number]),
      kit.check("annulment_reason", isOneOf(t.reason, annulReasons)),
      kit.check("annulment_state", isOneOf(t.state, annulmentStates)),
      kit.check(
        "annulment_decided",
        sql`(${t.state} in ('annulled', 'kept')) = (${t.voteCount} is not null)`,
      ),
      kit.check(
        "annulment_put",
        sql`(${t.state} in ('voting', 'annulled', 'kept')) = (${t.votedIn} is not null)`,
      ),
    ],
  );

  return { annulment };
}
