import { expect, it } from "vitest";
import { walkBack } from "#server/audit-log/seeds.ts";
import { seedChainCheckpoints } from "#server/workers/seed-tasks.ts";

const tip = "5eed".repeat(16);

it("finds the links of a chain that walking back finds", () => {
  const stones = seedChainCheckpoints({ tip, length: 12, stride: 4 });
  expect(stones).toEqual([12, 8, 4, 0].map((steps) => walkBack(tip, steps)));
});
