import type { HeldRole } from "#server/accounts/memberships.ts";
import type { Grant } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import type { Permission } from "#server/schemas/tokens.ts";

const words: Readonly<Record<Permission, string>> = {
  read: "read",
  features: "take features of people",
  outcomes: "record outcomes",
  operate: "operate a study",
};

/**
 * Whether a token allows this. What its owner may do is asked beside it, each time anew.
 *
 * @param needed what is asked of a token; undefined: nothing that a token could allow
 * @param studyId the study it is about, if it is about one
 * @throws DomainError "browser-only", "scope-missing"
 */
export function requireGranted(
  { permissions, studyId: only }: Grant,
  needed: Permission | undefined,
  studyId: unknown,
): void {
  if (needed === undefined) {
    throw new DomainError("browser-only", "No token can do this: do it in the browser.");
  }
  if (only !== null && studyId !== undefined && studyId !== only) {
    throw new DomainError("scope-missing", "This token is for another study.");
  }
  if (permissions.includes(needed)) return;
  throw new DomainError(
    "scope-missing",
    `This token does not allow to ${words[needed]}: make one that does, on the page of your account.`,
  );
}

/** Judging is for people: nothing that somebody is in a study as an auditor is a program's. */
export function isForPrograms(role: HeldRole): role is "operator" | "researcher" {
  return role === "operator" || role === "researcher";
}
