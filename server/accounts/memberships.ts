import { findAccount } from "#db/queries/accounts.ts";
import { listPlacesOf } from "#db/queries/round-seats.ts";
import { findMembership, type StudyRole } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import type { AccountsApp } from "./context.ts";

export type { StudyRole };

/** former-auditor: the role has ended, receipts and results of the rounds judged stay theirs. */
export type HeldRole = StudyRole | "former-auditor";

/** What somebody is in a study, and whether their way of signing in is enough for it. */
export type StudyStanding = { readonly role: HeldRole; readonly mustSignInByProvider: boolean };

/**
 * What somebody is in a study now who signed in by this provider (null: by a password).
 *
 * @returns undefined if nothing, or if there is no such study
 */
export async function findStudyStanding(
  app: AccountsApp,
  studyId: string,
  { accountId, issuer }: { accountId: string; issuer: string | null },
): Promise<StudyStanding | undefined> {
  return app.store.read(async (reader) => {
    const membership = await findMembership(reader, studyId, accountId);
    if (membership === undefined) return undefined;
    const { role, endedAt, requiredIssuer } = membership;
    const isOtherwise = role === "auditor" && requiredIssuer !== null && requiredIssuer !== issuer;
    if (endedAt === null) return { role, mustSignInByProvider: isOtherwise };
    if (role !== "auditor" || (await listPlacesOf(reader, { studyId, accountId })).length === 0)
      return undefined;
    return { role: "former-auditor" as const, mustSignInByProvider: isOtherwise };
  });
}

/** The same without regard to how somebody signed in: for what only operators and researchers may do. */
export async function findStudyRole(
  app: AccountsApp,
  studyId: string,
  accountId: string,
): Promise<HeldRole | undefined> {
  return (await findStudyStanding(app, studyId, { accountId, issuer: null }))?.role;
}

/** Whether somebody may act for a study now: its operator, and not shut out. */
export async function isOperator(db: Reader, studyId: string, accountId: string): Promise<boolean> {
  const account = await findAccount(db, accountId);
  const membership = await findMembership(db, studyId, accountId);
  return account?.suspendedAt === null && membership?.role === "operator" && membership.endedAt === null;
}
