import { expect, it } from "vitest";
import { mustHaveFactor } from "#server/accounts/factor-rule.ts";
import { setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";

const of = (platformRole: string, email = "person@example.org") => ({ email, platformRole });

it("requires a second factor of administrators by default", () => {
  expect(setting("EVENHAND_SECOND_FACTOR", {})).toBe("administrators");
  expect(setting("EVENHAND_SECOND_FACTOR", { EVENHAND_SECOND_FACTOR: " everyone " })).toBe("everyone");
  expect(mustHaveFactor(of("administrator"), "administrators")).toBe(true);
  expect(mustHaveFactor(of("operator"), "administrators")).toBe(false);
});

it("refuses to start with an unknown value", () => {
  expect(() => setting("EVENHAND_SECOND_FACTOR", { EVENHAND_SECOND_FACTOR: "admins" })).toThrow(StartError);
});

it("requires none of the demonstration's accounts, but one of other accounts with a similar address", () => {
  expect(mustHaveFactor(of("administrator", "admin@demo.example"), "everyone")).toBe(false);
  expect(mustHaveFactor(of("administrator", "other@demo.example"), "everyone")).toBe(true);
});
