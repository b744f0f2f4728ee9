import { deleteReportLink, findReportLink, findSharedStudy, replaceReportLink } from "#db/queries/reports.ts";
import { lockStudy } from "#db/queries/studies.ts";
import { hashToken, newToken } from "#server/accounts/secret-tokens.ts";
import type { App } from "#server/platform/app/app.ts";
import { findPdfProgram } from "#server/platform/process/print-pdf.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readReport } from "./read-report.ts";
import { readStatements } from "./statements.ts";

type Change = { readonly studyId: string; readonly accountId: string };

/** Reads when the link to a study's report was made; null: the report is not public. */
export async function readReportLink(
  app: Pick<App, "store">,
  studyId: string,
): Promise<{ madeAt: number } | null> {
  return (await app.store.read((db) => findReportLink(db, studyId))) ?? null;
}

/**
 * Makes the report of a study public for everyone who has the link. An earlier link stops working. Only a hash of the
 * link is stored, so it is shown once.
 *
 * @throws DomainError "not-found"; "study-not-ready" for a draft
 */
export async function shareReport(
  app: Pick<App, "store" | "now">,
  { studyId, accountId }: Change,
): Promise<{ token: string }> {
  const { token, tokenHash } = newToken();
  await app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    settingsOf(await requireStudy(tx, studyId));
    await replaceReportLink(tx, { studyId, tokenHash, madeAt: app.now() });
    await recordSecurity(app, tx, { ...eventOf({ studyId, accountId }), detail: { shared: true } });
  });
  return { token };
}

/** Withdraws the link to a study's report, if it has one. */
export async function withdrawReportLink(
  app: Pick<App, "store" | "now">,
  { studyId, accountId }: Change,
): Promise<void> {
  await app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    if ((await findReportLink(tx, studyId)) === undefined) return;
    await deleteReportLink(tx, { studyId });
    await recordSecurity(app, tx, { ...eventOf({ studyId, accountId }), detail: { shared: false } });
  });
}

/** Reads the report that a link leads to, with the operator's statements; null for a link that is not in force. */
export async function readSharedReport(app: App, token: string) {
  const studyId = await app.store.read((db) => findSharedStudy(db, hashToken(token)));
  return studyId === undefined ? null : readStatedReport(app, studyId);
}

/** Reads the report of a study with the operator's statements, and whether this server makes a PDF of it. */
export async function readStatedReport(app: App, studyId: string) {
  const report = await readReport(app, studyId);
  const statements = await app.store.read((db) => readStatements(db, studyId));
  return { report, statements, hasPdf: findPdfProgram() !== null };
}

function eventOf({ studyId, accountId }: Change) {
  return { kind: "study.report-shared", actorId: accountId, accountId: null, studyId } as const;
}
