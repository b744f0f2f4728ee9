import { sql } from "drizzle-orm";
import type { verdictWords as loggedWords } from "#server/audit-log/verdicts.ts";
import { isOneOf, type Kit, pairColumns, references, roundColumns } from "./kit.ts";
import type { RoundTables } from "./rounds.ts";
import type { StudyTables } from "./studies.ts";

/** Words of the log: the compiler compares them. */
const verdictWords: typeof loggedWords = ["unfair", "acceptable", "unsure"];

export function ballotTables(kit: Kit, { seat }: StudyTables, { round }: RoundTables) {
  /** Verdicts on their way to a ballot; a pair without a row was not judged. */
  const savedVerdict = kit.table(
    "saved_verdict",
    {
      ...roundColumns(kit),
      seatId: kit.text("seat_id").notNull(),
      ...pairColumns(kit),
      word: kit.word("word", verdictWords).notNull(),
      /** Difference in points that would still be acceptable; null: not given. */
      tolerance: kit.integer("tolerance"),
      savedAt: kit.large("saved_at").notNull(),
      /** Saved before a password reset by a link: not shown until the close. */
      isHidden: kit.flag("is_hidden").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.round, t.seatId, t.high, t.low] }),
      references(kit, "saved_verdict_round", [t.studyId, t.round], [round.studyId, round.number]),
      references(kit, "saved_verdict_seat", [t.studyId, t.seatId], [seat.studyId, seat.id]),
      kit.check("saved_verdict_word", isOneOf(t.word, verdictWords)),
      kit.check(
        "saved_verdict_tolerance",
        sql`${t.tolerance} is null or (${t.tolerance} between 0 and 100 and ${t.word} <> 'unsure')`,
      ),
    ],
  );

  /** An auditor's remark on a pair. It is not in the log and has no effect on the result. */
  const remark = kit.table(
    "remark",
    {
      ...roundColumns(kit),
      seatId: kit.text("seat_id").notNull(),
      ...pairColumns(kit),
      /** Empty: no note. */
      note: kit.text("note").notNull(),
      /** Reasons for the flag: canonical JSON, a list of words. */
      reasons: kit.text("reasons").notNull(),
      /** Verdict when the pair was judged a second time. */
      again: kit.word("again", verdictWords),
      savedAt: kit.large("saved_at").notNull(),
      /** Saved before a password reset by a link: not shown until the close. */
      isHidden: kit.flag("is_hidden").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.round, t.seatId, t.high, t.low] }),
      references(kit, "remark_round", [t.studyId, t.round], [round.studyId, round.number]),
      references(kit, "remark_seat", [t.studyId, t.seatId], [seat.studyId, seat.id]),
      kit.check("remark_again", sql`${t.again} is null or ${isOneOf(t.again, verdictWords)}`),
    ],
  );

  /** Append-only. Every sealed version; the last one counts. */
  const ballot = kit.table(
    "ballot",
    {
      ...roundColumns(kit),
      seatId: kit.text("seat_id").notNull(),
      version: kit.integer("version").notNull(),
      idempotencyKey: kit.text("idempotency_key").notNull(),
      /** Canonical JSON: [[high, low, word] or [high, low, word, tolerance], ...] in order of high, then low. */
      verdicts: kit.text("verdicts").notNull(),
      /** Votes on the proposals to annul reports: canonical JSON as in the log's entry; null where its round carries none. */
      votes: kit.text("votes"),
      /** 32 random bytes as hex; with it the commitment opens. */
      salt: kit.text("salt").notNull(),
      /** The auditor's own random bytes as hex; those of a seat's first ballot enter the draw. */
      nonce: kit.text("nonce").notNull(),
      /** Hash of what its author was shown. */
      shown: kit.text("shown").notNull(),
      commitment: kit.text("commitment").notNull(),
      /** The seat's key, with the signature that it made. */
      key: kit.text("key").notNull(),
      signature: kit.text("signature").notNull(),
      seq: kit.large("seq").notNull(),
      sealedAt: kit.large("sealed_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.round, t.seatId, t.version] }),
      kit.uniqueIndex("ballot_key").on(t.studyId, t.round, t.seatId, t.idempotencyKey),
      kit.uniqueIndex("ballot_seq").on(t.studyId, t.seq),
      references(kit, "ballot_round", [t.studyId, t.round], [round.studyId, round.number]),
      references(kit, "ballot_seat", [t.studyId, t.seatId], [seat.studyId, seat.id]),
      kit.check("ballot_version", sql`${t.version} >= 1`),
    ],
  );

  return { savedVerdict, remark, ballot };
}
