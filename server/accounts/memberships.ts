import { findAccount } from "#db/queries/accounts.ts";
import { listPlacesOf } from "#db/queries/round-seats.ts";
import { findMembership, type StudyRole } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";
import type { AccountsApp } from "./context.ts";

export type { StudyRole };

/**
 * A role in a study. former-auditor: the role has ended, but receipts and results of the rounds judged stay readable.
 */
export type HeldRole = StudyRole | "former-auditor";

/** Roles that read a study's rounds, results and log. */
export type ReaderRole = Exclude<StudyRole, "auditor">;

/** A session, as far as it decides which studies may be used. `issuer` is null after a sign-in by password. */
type SignedIn = { readonly accountId: string; readonly issuer: string | null; readonly isProgram?: boolean };

/** The role that a session may use in a study, or why it may use none. */
export type StudyAccess =
  | { readonly role: HeldRole; readonly refused: null }
  | { readonly role: null; readonly refused: "no-role" | "browser-only" | "provider" };

/**
 * Decides which role a session may use in a study now, for pages, procedures, files, streams and tokens.
 *
 * @param studyId as it came with the request
 */
export async function findStudyAccess(
  app: Pick<AccountsApp, "store">,
  studyId: unknown,
  { accountId, issuer, isProgram = false }: SignedIn,
): Promise<StudyAccess> {
  const id = studyIdSchema.safeParse(studyId).data;
  if (id === undefined) return { role: null, refused: "no-role" };
  const found = await app.store.read((db) => findHeldRole(db, id, accountId));
  if (found === undefined) return { role: null, refused: "no-role" };
  if (isProgram && !isForPrograms(found.role)) return { role: null, refused: "browser-only" };
  if (mustSignInOtherwise(found, issuer)) return { role: null, refused: "provider" };
  return { role: found.role, refused: null };
}

async function findHeldRole(db: Reader, studyId: string, accountId: string) {
  const membership = await findMembership(db, studyId, accountId);
  if (membership === undefined || membership.endedAt === null) return membership;
  const isFormer =
    membership.role === "auditor" && (await listPlacesOf(db, { studyId, accountId })).length > 0;
  return isFormer ? { ...membership, role: "former-auditor" as const } : undefined;
}

/**
 * Whether API tokens can use a role. Auditors judge in person, so tokens cannot use the auditor's role.
 *
 * @internal
 */
export function isForPrograms(role: HeldRole): role is ReaderRole {
  return role !== "auditor" && role !== "former-auditor";
}

/** Whether a role may be used only after a sign-in through another provider than this one (null: a password). */
export function mustSignInOtherwise(
  { role, requiredIssuer }: { role: HeldRole; requiredIssuer: string | null },
  issuer: string | null,
): boolean {
  return !isForPrograms(role) && requiredIssuer !== null && requiredIssuer !== issuer;
}

/** Whether an account may act for a study now: it is an operator of it and not suspended. */
export async function isOperator(db: Reader, studyId: string, accountId: string): Promise<boolean> {
  const account = await findAccount(db, accountId);
  const membership = await findMembership(db, studyId, accountId);
  return account?.suspendedAt === null && membership?.role === "operator" && membership.endedAt === null;
}
