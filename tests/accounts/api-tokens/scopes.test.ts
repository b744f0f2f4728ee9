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
    "an operation for browsers only",
    token(null, "read", "operate"),
    undefined,
    "a",
    "browser-only: No token can do this: do it in the browser.",
  ],
  ["its own study", token("a", "read"), "read", "a", "granted"],
  ["another study", token("a", "read"), "read", "b", other],
  ["no study", token("a", "read"), "read", undefined, "granted"],
  ["any study, by a token for all", token(null, "read"), "read", "b", "granted"],
  ["reading without the scope", token(null), "read", "a", missing("read")],
  ["features without the scope", token(null, "read"), "features", "a", missing("take features of people")],
  ["outcomes without the scope", token(null, "read"), "outcomes", "a", missing("record outcomes")],
  ["operating without the scope", token(null, "read"), "operate", "a", missing("operate a study")],
  ["a new draft, by a token for one study", token("a", "read", "drafts"), "drafts", undefined, other],
  ["a new draft, by a token for all", token(null, "read", "drafts"), "drafts", undefined, "granted"],
  ["operating with the scope", token("a", "read", "operate"), "operate", "a", "granted"],
] as const)("checks a token's access to %s", (_, given, needed, studyId, expected) => {
  expect(answer(given, needed, studyId)).toBe(expected);
});

it("a program acts for operators, researchers and observers, and for no auditor", () => {
  const roles = ["operator", "researcher", "observer", "auditor", "former-auditor"] as const;
  expect(roles.map(isForPrograms)).toEqual([true, true, true, false, false]);
});
