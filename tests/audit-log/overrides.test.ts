import { expect, it } from "vitest";
import { countOverrides, overrideReasons } from "#server/audit-log/overrides.ts";

it("counts overrides by reason and direction, including reasons without overrides", () => {
  const { byReason, all } = countOverrides([
    { decision: 1, reason: "safety" },
    { decision: 0, reason: "safety" },
    { decision: 0, reason: "other" },
  ]);
  expect(all).toEqual({ picked: 1, notPicked: 2 });
  expect(byReason.map(({ reason }) => reason)).toEqual(overrideReasons);
  expect(byReason.map(({ picked, notPicked }) => [picked, notPicked])).toEqual([
    ...[
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 1],
    ],
  ]);
});
