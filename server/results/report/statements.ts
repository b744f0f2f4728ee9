import { deleteStatement, listStatements, replaceStatement } from "#db/queries/reports.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type ReportField, reportFields, statedFields } from "#server/study/report-forms.ts";

/** What the operator stated in a field of a report, and when. */
export type Statement = { readonly text: string; readonly statedAt: number };

export type Statements = Partial<Readonly<Record<ReportField, Statement>>>;

export async function readStatements(db: Reader, studyId: string): Promise<Statements> {
  const rows = await listStatements(db, studyId);
  return Object.fromEntries(
    rows.flatMap(({ field, ...statement }) =>
      Object.hasOwn(reportFields, field) ? [[field, statement]] : [],
    ),
  );
}

/**
 * Stores what the operator states in fields of a report. A text that is unchanged keeps its date.
 *
 * @throws DomainError "not-found"; "study-not-ready" for a draft
 */
export async function stateFields(
  app: Pick<App, "store" | "now">,
  { studyId, ...texts }: { studyId: string } & Partial<Readonly<Record<ReportField, string | undefined>>>,
): Promise<void> {
  await app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    settingsOf(await requireStudy(tx, studyId));
    const known = await readStatements(tx, studyId);
    for (const field of statedFields) {
      const text = texts[field];
      if (text === undefined || text === (known[field]?.text ?? "")) continue;
      if (text === "") await deleteStatement(tx, { studyId, field });
      else await replaceStatement(tx, { studyId, field, text, statedAt: app.now() });
    }
  });
}
