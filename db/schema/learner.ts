import type { Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

export function learnerTables(kit: Kit, { study }: StudyTables) {
  /** Append-only. One row for each `learner.updated` entry. */
  const learnerUpdate = kit.table(
    "learner_update",
    {
      studyId: kit.reference("study_id", () => study.id),
      /** The last entry whose effect is in the state after this update. */
      appliedSeq: kit.large("applied_seq").notNull(),
      fromSeq: kit.large("from_seq").notNull(),
      seq: kit.large("seq").notNull(),
      fence: kit.large("fence").notNull(),
      stateHash: kit.text("state_hash").notNull(),
      updatedAt: kit.large("updated_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.appliedSeq] }),
      kit.uniqueIndex("learner_update_from").on(t.studyId, t.fromSeq),
      kit.uniqueIndex("learner_update_seq").on(t.studyId, t.seq),
    ],
  );

  /** A state of the learner. A cache: each can be recomputed from the log and the features. */
  const learnerSnapshot = kit.table(
    "learner_snapshot",
    {
      studyId: kit.reference("study_id", () => study.id),
      appliedSeq: kit.large("applied_seq").notNull(),
      state: kit.bytes("state").notNull(),
      createdAt: kit.large("created_at").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.appliedSeq] })],
  );

  /** The totals at the time of an erasure, from which a replay continues. */
  const keptTotals = kit.table(
    "kept_totals",
    {
      studyId: kit.reference("study_id", () => study.id),
      hash: kit.text("hash").notNull(),
      bytes: kit.bytes("bytes").notNull(),
      keptAt: kit.large("kept_at").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.hash] })],
  );

  /** The long rule list of a study or its draft, which the log names by its hash. */
  const ruleList = kit.table(
    "rule_list",
    {
      studyId: kit
        .text("study_id")
        .primaryKey()
        .references(() => study.id),
      /** SHA-256 of the text. */
      hash: kit.text("hash").notNull(),
      /** Bytes of the text. */
      size: kit.integer("size").notNull(),
      /** The text, deflated. */
      packed: kit.bytes("packed").notNull(),
      createdAt: kit.large("created_at").notNull(),
    },
    (t) => [kit.index("rule_list_hash").on(t.hash)],
  );

  return { learnerUpdate, learnerSnapshot, keptTotals, ruleList };
}
