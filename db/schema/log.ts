import { type Kit, references } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

export function logTables(kit: Kit, { study }: StudyTables) {
  /** Append-only. The log itself: `entry` is the canonical JSON that was hashed, byte for byte. */
  const logEntry = kit.table(
    "log_entry",
    {
      studyId: kit.reference("study_id", () => study.id),
      seq: kit.large("seq").notNull(),
      type: kit.text("type").notNull(),
      at: kit.large("at").notNull(),
      /** The round that the entry's body names; null if it names none. */
      round: kit.integer("round"),
      entry: kit.text("entry").notNull(),
      hash: kit.text("hash").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.seq] }),
      kit.uniqueIndex("log_entry_hash").on(t.studyId, t.hash),
      kit.index("log_entry_round").on(t.studyId, t.round),
      kit.index("log_entry_type").on(t.studyId, t.type, t.seq),
    ],
  );

  /** Append-only. The RFC 6962 root of 256 entries, or of 256 roots of the level below: a tree is read from these. */
  const treeTile = kit.table(
    "tree_tile",
    {
      studyId: kit.reference("study_id", () => study.id),
      /** 0 over entries, 1 over tiles of level 0, and so on. */
      level: kit.integer("level").notNull(),
      /** From 0. */
      number: kit.large("number").notNull(),
      root: kit.text("root").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.level, t.number] })],
  );

  /** Append-only. Checkpoints of a study's log that the server signed; no two contradict each other. */
  const checkpoint = kit.table(
    "checkpoint",
    {
      studyId: kit.reference("study_id", () => study.id),
      /** Number of entries. */
      size: kit.large("size").notNull(),
      root: kit.text("root").notNull(),
      /** The note with the log's own signature. */
      note: kit.text("note").notNull(),
      signedAt: kit.large("signed_at").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.size] })],
  );

  /** Append-only. A witness's signature of a checkpoint. */
  const cosignature = kit.table(
    "cosignature",
    {
      studyId: kit.text("study_id").notNull(),
      size: kit.large("size").notNull(),
      /** The witness's verifier key. */
      witness: kit.text("witness").notNull(),
      /** A signature line of the note, with its LF. */
      line: kit.text("line").notNull(),
      /** The time that the witness stated. */
      witnessedAt: kit.large("witnessed_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.size, t.witness] }),
      references(kit, "cosignature_checkpoint", [t.studyId, t.size], [checkpoint.studyId, checkpoint.size]),
    ],
  );

  /** A witness whose last cosignature request failed; no row if it succeeded. */
  const witnessTrouble = kit.table(
    "witness_trouble",
    {
      studyId: kit.reference("study_id", () => study.id),
      witness: kit.text("witness").notNull(),
      /** The failure, worded for an operator. */
      problem: kit.text("problem").notNull(),
      since: kit.large("since").notNull(),
      triedAt: kit.large("tried_at").notNull(),
      tryCount: kit.integer("try_count").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.witness] })],
  );

  return { logEntry, treeTile, checkpoint, cosignature, witnessTrouble };
}
