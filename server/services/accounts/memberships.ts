import { findAccount } from "#db/queries/accounts.ts";
import { listPlacesOf } from "#db/queries/round-seats.ts";
import { findMembership, type StudyRole } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import type { AccountsApp } from "./context.ts";

export type { StudyRole };

/** former-auditor: the role has ended, receipts and results of the rounds judged stay theirs. */
export type HeldRole = StudyRole | "former-auditor";

/** The role somebody has in a study now; undefined if none, or if there is no such study. */
export async function findStudyRole(
  app: AccountsApp,
  studyId: string,
  accountId: string,
): Promise<HeldRole | undefined> {
  return app.store.read(async (reader) => {
    const membership = await findMembership(reader, studyId, accountId);
    if (membership?.endedAt === null) return membership.role;
    const hasJudged =
      membership?.role === "auditor" && (await listPlacesOf(reader, { studyId, accountId })).length > 0;
    return hasJudged ? "former-auditor" : undefined;
  });
}

/** Whether somebody may act for a study now: its operator, and not shut out. */
export async function isOperator(db: Reader, studyId: string, accountId: string): Promise<boolean> {
  const account = await findAccount(db, accountId);
  const membership = await findMembership(db, studyId, accountId);
  return account?.suspendedAt === null && membership?.role === "operator" && membership.endedAt === null;
}
