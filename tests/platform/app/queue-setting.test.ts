import { expect, it } from "vitest";
import { readQueueSetting } from "#server/platform/app/queue-setting.ts";
import { StartError } from "#server/platform/process/start-error.ts";

it("a web server runs jobs unless the setting leaves them to workers, which requires PostgreSQL", () => {
  const DATABASE_URL = "postgres://somewhere/evenhand";
  expect([readQueueSetting({}), readQueueSetting({ EVENHAND_WORK: "on" })]).toEqual([true, true]);
  expect(readQueueSetting({ EVENHAND_WORK: "off", DATABASE_URL })).toBe(false);
  expect(() => readQueueSetting({ EVENHAND_WORK: "off" })).toThrow(StartError);
  expect(() => readQueueSetting({ EVENHAND_WORK: "no", DATABASE_URL })).toThrow(/must be one of on, off/);
});
