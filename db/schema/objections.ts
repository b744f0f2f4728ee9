import { sql } from "drizzle-orm";
import type { objectionAnswers as loggedAnswers } from "#server/audit-log/objection-answers.ts";
import { isOneOf, type Kit, placeColumns, placeOf, references } from "./kit.ts";
import type { RoundTables } from "./rounds.ts";

/** Words of the log: the compiler compares them. */
const objectionAnswers: typeof loggedAnswers = ["yes", "no", "unsure"];
const objectionStates = ["received", "forwarded", "asked", "answered"] as const;
const objectors = ["person", "operator"] as const;

export function objectionTables(kit: Kit, { round, roundPerson }: RoundTables) {
  /**
   * The link that explains a decision to the person concerned: one for each person. The link has the token, this table
   * only its hash. A withdrawn link has no row.
   */
  const personalLink = kit.table(
    "personal_link",
    {
      ...placeColumns(kit),
      tokenHash: kit.text("token_hash").notNull(),
      /** Where the person can ask, as the operator wrote it. */
      contact: kit.text("contact").notNull(),
      createdAt: kit.large("created_at").notNull(),
      expiresAt: kit.large("expires_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: placeOf(t) }),
      kit.uniqueIndex("personal_link_token").on(t.tokenHash),
      references(kit, "personal_link_person", placeOf(t), placeOf(roundPerson)),
    ],
  );

  /** An objection of a person of a closed round. Its texts and its key are deleted with the person's data. */
  const objection = kit.table(
    "objection",
    {
      studyId: kit.text("study_id").notNull(),
      /** The entry that received it. */
      receivedSeq: kit.large("received_seq").notNull(),
      receivedAt: kit.large("received_at").notNull(),
      round: kit.integer("round").notNull(),
      position: kit.integer("position").notNull(),
      /** The author: the person, by a personal link, or an operator on the person's behalf. */
      by: kit.word("by", objectors).notNull(),
      /** 32 random bytes as hex: the key of the digest in the log. */
      digestKey: kit.text("digest_key"),
      text: kit.text("text"),
      /** What the panel reads, as the operator forwarded it. */
      question: kit.text("question"),
      state: kit.word("state", objectionStates).notNull(),
      /** The round whose panel is or was asked. */
      askedIn: kit.integer("asked_in"),
      /** Seats by their answers, once that round is closed. */
      yes: kit.integer("yes"),
      no: kit.integer("no"),
      unsure: kit.integer("unsure"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.receivedSeq] }),
      kit.uniqueIndex("objection_open").on(t.studyId, t.round, t.position).where(sql`state <> 'answered'`),
      kit.index("objection_asked_in").on(t.studyId, t.askedIn),
      references(kit, "objection_person", placeOf(t), placeOf(roundPerson)),
      references(kit, "objection_round", [t.studyId, t.askedIn], [round.studyId, round.number]),
      kit.check("objection_by", isOneOf(t.by, objectors)),
      kit.check("objection_state", isOneOf(t.state, objectionStates)),
      kit.check("objection_asked", sql`(${t.state} in ('asked', 'answered')) = (${t.askedIn} is not null)`),
      kit.check(
        "objection_answered",
        sql`(${t.state} = 'answered') = (${t.yes} is not null and ${t.no} is not null and ${t.unsure} is not null)`,
      ),
    ],
  );

  /** What a seat answers to an objection, until its round is closed. */
  const objectionAnswer = kit.table(
    "objection_answer",
    {
      studyId: kit.text("study_id").notNull(),
      receivedSeq: kit.large("received_seq").notNull(),
      seatId: kit.text("seat_id").notNull(),
      answer: kit.word("answer", objectionAnswers).notNull(),
      answeredAt: kit.large("answered_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.receivedSeq, t.seatId] }),
      references(
        kit,
        "objection_answer_objection",
        [t.studyId, t.receivedSeq],
        [objection.studyId, objection.receivedSeq],
      ),
      kit.check("objection_answer_word", isOneOf(t.answer, objectionAnswers)),
    ],
  );

  return { personalLink, objection, objectionAnswer };
}
