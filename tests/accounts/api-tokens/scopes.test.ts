import { expect, it } from "vitest";
import { requireScope } from "#server/accounts/api-tokens/scopes.ts";
import { isForPrograms } from "#server/accounts/memberships.ts";
import { DomainError } from "#server/errors.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";

const token = (studyId: string | null, ...scopes: Scope[]) => ({ id: "t", studyId, scopes });

function answer(...given: Parameters<typeof requireScope>): string {
  try {
    requireScope(...given);
    return "granted";
  } catch (error) {
    return error instanceof DomainError ? `${error.code}: ${error.message}` : String(error);
  }
}

const missing = (words: string) =>
  `scope-missing: This token does not allow to ${words}: make one that does, on the page of your account.`;

const other = "scope-missing: This token is for another study.";

it.each([
  [
    "what no token can allow",
    token(null, "read", "operate"),
    undefined,
    "a",
    "browser-only: No token can do this: do it in the browser.",
  ],
  ["its own study", token("a", "read"), "read", "a", "granted"],
  ["another study", token("a", "read"), "read", "b", other],
  ["no study", token("a", "read"), "read", undefined, "granted"],
  ["any study, by a token for all", token(null, "read"), "read", "b", "granted"],
  ["reading, which it does not allow", token(null), "read", "a", missing("read")],
  [
    "features, which it does not allow",
    token(null, "read"),
    "features",
    "a",
    missing("take features of people"),
  ],
  ["outcomes, which it does not allow", token(null, "read"), "outcomes", "a", missing("record outcomes")],
  ["operating, which it does not allow", token(null, "read"), "operate", "a", missing("operate a study")],
  ["a new draft, which is no study of its own", token("a", "read", "drafts"), "drafts", undefined, other],
  ["a new draft, for all studies", token(null, "read", "drafts"), "drafts", undefined, "granted"],
  ["operating, which it does", token("a", "read", "operate"), "operate", "a", "granted"],
] as const)("a token answers for %s", (_, given, needed, studyId, said) => {
  expect(answer(given, needed, studyId)).toBe(said);
});

it("a program acts for operators, researchers and observers, and for no auditor", () => {
  const roles = ["operator", "researcher", "observer", "auditor", "former-auditor"] as const;
  expect(roles.map(isForPrograms)).toEqual([true, true, true, false, false]);
});
