import type { Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

export function reportTables(kit: Kit, { study }: StudyTables) {
  /** The secret address at which anyone may read a study's report; a study without a row has none. */
  const reportLink = kit.table(
    "report_link",
    {
      studyId: kit.reference("study_id", () => study.id).primaryKey(),
      tokenHash: kit.text("token_hash").notNull(),
      madeAt: kit.large("made_at").notNull(),
    },
    (t) => [kit.uniqueIndex("report_link_token").on(t.tokenHash)],
  );

  /** What the operator states in a field of a report that the log cannot fill. */
  const reportStatement = kit.table(
    "report_statement",
    {
      studyId: kit.reference("study_id", () => study.id),
      field: kit.text("field").notNull(),
      text: kit.text("text").notNull(),
      statedAt: kit.large("stated_at").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.field] })],
  );

  return { reportLink, reportStatement };
}
