import { expect, it } from "vitest";
import { readWorkSetting } from "#server/services/app/work-setting.ts";
import { StartError } from "#server/services/process/start-error.ts";

it("a web server works unless it is told to leave work to workers, which takes PostgreSQL", () => {
  const DATABASE_URL = "postgres://somewhere/evenhand";
  expect([readWorkSetting({}), readWorkSetting({ EVENHAND_WORK: "on" })]).toEqual([true, true]);
  expect(readWorkSetting({ EVENHAND_WORK: "off", DATABASE_URL })).toBe(false);
  expect(() => readWorkSetting({ EVENHAND_WORK: "off" })).toThrow(StartError);
  expect(() => readWorkSetting({ EVENHAND_WORK: "no", DATABASE_URL })).toThrow(/must be one of on, off/);
});
