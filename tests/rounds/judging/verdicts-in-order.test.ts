import { expect, it } from "vitest";
import { verdictsInOrder } from "#server/rounds/judging/verdicts-in-order.ts";

it("gives each pair of a queue its verdict, in the order of the queue", () => {
  const saved = [
    { high: 0, low: 1, verdict: "unfair" },
    { high: 10, low: 1, verdict: "unsure" },
  ] as const;
  const queue = [
    [10, 1],
    [1, 0],
    [0, 1],
  ] as const;
  expect(verdictsInOrder(queue, saved)).toEqual(["unsure", null, "unfair"]);
});

it("looks at each saved verdict once, however many pairs there are", () => {
  const reads = { count: 0 };
  const size = 60;
  const saved = Array.from({ length: size }, (_, low) => ({
    get high() {
      reads.count += 1;
      return 1_000;
    },
    low,
    verdict: "unfair" as const,
  }));
  const queue = saved.flatMap(({ low }) => [[1_000, low] as const, [low, 1_000] as const]);
  expect(verdictsInOrder(queue, saved).filter((word) => word === "unfair")).toHaveLength(size);
  expect(reads.count).toBe(size);
});
