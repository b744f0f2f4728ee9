import { expect, it } from "vitest";
import { isForPrograms, requireGranted } from "#server/accounts/api-tokens/permissions.ts";
import { DomainError } from "#server/errors.ts";
import type { Permission } from "#server/schemas/tokens.ts";

const grant = (studyId: string | null, ...permissions: Permission[]) => ({
  tokenId: "t",
  studyId,
  permissions,
});

function answer(...given: Parameters<typeof requireGranted>): string {
  try {
    requireGranted(...given);
    return "granted";
  } catch (error) {
    return error instanceof DomainError ? `${error.code}: ${error.message}` : String(error);
  }
}

const missing = (words: string) =>
  `scope-missing: This token does not allow to ${words}: make one that does, on the page of your account.`;

it.each([
  [
    "what no token can allow",
    grant(null, "read", "operate"),
    undefined,
    "a",
    "browser-only: No token can do this: do it in the browser.",
  ],
  ["its own study", grant("a", "read"), "read", "a", "granted"],
  ["another study", grant("a", "read"), "read", "b", "scope-missing: This token is for another study."],
  ["no study", grant("a", "read"), "read", undefined, "granted"],
  ["any study, by a token for all", grant(null, "read"), "read", "b", "granted"],
  ["reading, which it does not allow", grant(null), "read", "a", missing("read")],
  [
    "features, which it does not allow",
    grant(null, "read"),
    "features",
    "a",
    missing("take features of people"),
  ],
  ["outcomes, which it does not allow", grant(null, "read"), "outcomes", "a", missing("record outcomes")],
  ["operating, which it does not allow", grant(null, "read"), "operate", "a", missing("operate a study")],
  ["operating, which it does", grant("a", "read", "operate"), "operate", "a", "granted"],
] as const)("a token answers for %s", (_, given, needed, studyId, said) => {
  expect(answer(given, needed, studyId)).toBe(said);
});

it("a program acts for operators and researchers, and for nobody who judges", () => {
  const roles = ["operator", "researcher", "auditor", "former-auditor"] as const;
  expect(roles.map(isForPrograms)).toEqual([true, true, false, false]);
});
