import { expect, it } from "vitest";
import { pairKey } from "#server/audit-log/pairs.ts";

it("distinguishes every two pairs of a round, also by direction", () => {
  const positions = [0, 1, 2, 65_534, 65_535];
  const keys = positions.flatMap((high) => positions.map((low) => pairKey(high, low)));
  expect(new Set(keys).size).toBe(keys.length);
});
