import { expect, it } from "vitest";
import { seedStones } from "#server/jobs/seed-tasks.ts";
import { walkBack } from "#server/log/seeds.ts";

const tip = "5eed".repeat(16);

it("finds the links of a chain that walking back finds", () => {
  const stones = seedStones({ tip, length: 12, stride: 4 });
  expect(stones).toEqual([12, 8, 4, 0].map((steps) => walkBack(tip, steps)));
});
