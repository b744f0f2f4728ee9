import type { Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

export function logTables(kit: Kit, { study }: StudyTables) {
  /** Append-only. The record itself: `entry` is the canonical JSON that was hashed, byte for byte. */
  const logEntry = kit.table(
    "log_entry",
    {
      studyId: kit
        .text("study_id")
        .notNull()
        .references(() => study.id),
      seq: kit.large("seq").notNull(),
      type: kit.text("type").notNull(),
      at: kit.large("at").notNull(),
      /** The round that the entry's body names; null where it names none. */
      round: kit.integer("round"),
      entry: kit.text("entry").notNull(),
      hash: kit.text("hash").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.seq] }),
      kit.uniqueIndex("log_entry_hash").on(t.studyId, t.hash),
      kit.index("log_entry_round").on(t.studyId, t.round),
    ],
  );

  return { logEntry };
}
