import type { ApiToken } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";

const words: Readonly<Record<Scope, string>> = {
  read: "read",
  features: "take features of people",
  outcomes: "record outcomes",
  operate: "operate a study",
  drafts: "set up studies",
  members: "invite people",
};

/**
 * Checks that a token has the scope of an action. The rights of its owner are checked separately on each call.
 *
 * @param needed the scope that the action needs; undefined: no token can do it
 * @param studyId the study that the action is about, if any
 * @throws DomainError "browser-only", "scope-missing"
 */
export function requireScope(
  { scopes, studyId: only }: ApiToken,
  needed: Scope | undefined,
  studyId: unknown,
): void {
  if (needed === undefined) {
    throw new DomainError("browser-only", "No token can do this: do it in the browser.");
  }
  // A draft that does not exist yet is another study, too.
  if (only !== null && studyId !== only && (studyId !== undefined || needed === "drafts")) {
    throw new DomainError("scope-missing", "This token is for another study.");
  }
  if (scopes.includes(needed)) return;
  throw new DomainError(
    "scope-missing",
    `This token does not allow to ${words[needed]}: make one that does, on the page of your account.`,
  );
}
