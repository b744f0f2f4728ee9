import { findAccount } from "#db/queries/accounts.ts";
import { listPlacesOf } from "#db/queries/round-seats.ts";
import { findMembership, type StudyRole } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import type { AccountsApp } from "./context.ts";

export type { StudyRole };

/**
 * A role in a study. former-auditor: the role has ended, but receipts and results of the rounds judged stay readable.
 */
export type HeldRole = StudyRole | "former-auditor";

/** An account's role in a study, and whether it must sign in by the provider before using it. */
export type StudyAccess = { readonly role: HeldRole; readonly mustSignInByProvider: boolean };

/**
 * Finds an account's present role in a study, after a sign-in by this provider (null: by a password).
 *
 * @returns undefined if there is no role or no such study
 */
export async function findStudyAccess(
  app: AccountsApp,
  studyId: string,
  { accountId, issuer }: { accountId: string; issuer: string | null },
): Promise<StudyAccess | undefined> {
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

/**
 * Finds an account's present role in a study, whatever the way of signing in. For actions of operators and researchers
 * only.
 */
export async function findStudyRole(
  app: AccountsApp,
  studyId: string,
  accountId: string,
): Promise<HeldRole | undefined> {
  return (await findStudyAccess(app, studyId, { accountId, issuer: null }))?.role;
}

/** Whether an account may act for a study now: it is an operator of it and not suspended. */
export async function isOperator(db: Reader, studyId: string, accountId: string): Promise<boolean> {
  const account = await findAccount(db, accountId);
  const membership = await findMembership(db, studyId, accountId);
  return account?.suspendedAt === null && membership?.role === "operator" && membership.endedAt === null;
}
