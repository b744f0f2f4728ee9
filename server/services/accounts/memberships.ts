import { findMembership, type StudyRole } from "#db/queries/seats.ts";
import type { AccountsApp } from "./context.ts";

export type { StudyRole };

/** What somebody is in a study, and whether their way of signing in is enough for it. */
export type StudyStanding = { readonly role: StudyRole; readonly mustSignInByProvider: boolean };

/** The same as {@link findStudyRole}, for somebody who signed in by this provider (null: by a password). */
export async function findStudyStanding(
  app: AccountsApp,
  studyId: string,
  { accountId, issuer }: { accountId: string; issuer: string | null },
): Promise<StudyStanding | undefined> {
  const membership = await app.store.read((reader) => findMembership(reader, studyId, accountId));
  if (membership?.endedAt !== null) return undefined;
  const { role, requiredIssuer } = membership;
  return {
    role,
    mustSignInByProvider: role === "auditor" && requiredIssuer !== null && requiredIssuer !== issuer,
  };
}

/** The role somebody has in a study now; undefined if none, or if there is no such study. */
export async function findStudyRole(
  app: AccountsApp,
  studyId: string,
  accountId: string,
): Promise<StudyRole | undefined> {
  const membership = await app.store.read((reader) => findMembership(reader, studyId, accountId));
  return membership?.endedAt === null ? membership.role : undefined;
}
