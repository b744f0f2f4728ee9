import { expect, it } from "vitest";
import { mustHaveFactor } from "#server/accounts/factor-rule.ts";
import { setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";

const of = (platformRole: string, email = "somebody@example.org") => ({ email, platformRole });

it("asks administrators unless something else is set", () => {
  expect(setting("EVENHAND_SECOND_FACTOR", {})).toBe("administrators");
  expect(setting("EVENHAND_SECOND_FACTOR", { EVENHAND_SECOND_FACTOR: " everyone " })).toBe("everyone");
  expect(mustHaveFactor(of("administrator"), "administrators")).toBe(true);
  expect(mustHaveFactor(of("operator"), "administrators")).toBe(false);
});

it("does not start with a word it does not know", () => {
  expect(() => setting("EVENHAND_SECOND_FACTOR", { EVENHAND_SECOND_FACTOR: "admins" })).toThrow(StartError);
});

it("asks nothing of the demonstration's people, and of everyone else with a similar address", () => {
  expect(mustHaveFactor(of("administrator", "admin@demo.example"), "everyone")).toBe(false);
  expect(mustHaveFactor(of("administrator", "other@demo.example"), "everyone")).toBe(true);
});
