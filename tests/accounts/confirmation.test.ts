import { expect, it } from "vitest";
import { isConfirmed, requireConfirmed } from "#server/accounts/confirmation.ts";
import { DomainError } from "#server/errors.ts";

const minutes = 60_000;
const at = (confirmedAt: number) => ({ confirmedAt });

it("holds for ten minutes in its session, and without a session there is none", () => {
  expect(isConfirmed(at(7), 7 + 10 * minutes)).toBe(true);
  expect(isConfirmed(at(7), 8 + 10 * minutes)).toBe(false);
  expect(isConfirmed(null, 0)).toBe(false);
});

it("is required once it has expired, and a program cannot give one", () => {
  expect(() => requireConfirmed(at(7), 7 + 10 * minutes)).not.toThrow();
  const codeOf = (session: Parameters<typeof requireConfirmed>[0], now: number) => {
    try {
      return requireConfirmed(session, now);
    } catch (error) {
      return error instanceof DomainError ? error.code : error;
    }
  };
  expect(codeOf(at(7), 8 + 10 * minutes)).toBe("step-up-needed");
  const token = { id: "a", studyId: null, scopes: [] };
  expect(codeOf({ ...at(7), token }, 7)).toBe("browser-only");
});
