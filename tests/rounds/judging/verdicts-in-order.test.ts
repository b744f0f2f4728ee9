import { expect, it } from "vitest";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { verdictsInOrder } from "#server/rounds/judging/verdicts-in-order.ts";

it("gives each pair of a queue its verdict, in the order of the queue", () => {
  const saved = [
    [0, 1, "unfair"],
    [10, 1, "unsure"],
  ] as const;
  const queue = [
    [10, 1],
    [1, 0],
    [0, 1],
  ] as const;
  expect(verdictsInOrder(queue, saved)).toEqual(["unsure", null, "unfair"]);
});

it("reads each saved verdict once, however many pairs there are", () => {
  const reads = { count: 0 };
  const size = 60;
  const lows = Array.from({ length: size }, (_, low) => low);
  const saved = lows.map(
    (low): Verdict =>
      new Proxy([1_000, low, "unfair"] as const, {
        get: (verdict, name) => {
          if (name === Symbol.iterator) reads.count += 1;
          return Reflect.get(verdict, name);
        },
      }),
  );
  const queue = lows.flatMap((low) => [[1_000, low] as const, [low, 1_000] as const]);
  expect(verdictsInOrder(queue, saved).filter((word) => word === "unfair")).toHaveLength(size);
  expect(reads.count).toBe(size);
});
