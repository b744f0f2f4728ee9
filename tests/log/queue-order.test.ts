import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queueOrder } from "#server/log/queue-order.ts";
import { fixedBytes } from "#tests/setup/app.ts";

const seed = fixedBytes("noise");
const pairs = Array.from({ length: 20 }, (_, high) =>
  Array.from({ length: 20 }, (_, low): [number, number] => [high, low]),
)
  .flat()
  .filter(([high, low]) => high < low);

describe("the order of an auditor's queue", () => {
  it("holds every pair once: all 190 of 20 people", () => {
    const order = queueOrder(pairs, seed, "s1");
    expect(pairs).toHaveLength(190);
    expect(new Set(order.map(String))).toEqual(new Set(pairs.map(String)));
    expect(order).toHaveLength(190);
  });

  it("is the same again for the same round and seat, however the pairs come in", () => {
    const order = queueOrder(pairs, seed, "s1");
    fc.assert(
      fc.property(fc.shuffledSubarray(pairs, { minLength: pairs.length }), (shuffled) => {
        expect(queueOrder(shuffled, seed, "s1")).toEqual(order);
      }),
      { numRuns: 5 },
    );
  });

  it("is another one for another seat and another round", () => {
    const order = queueOrder(pairs, seed, "s1");
    expect(queueOrder(pairs, seed, "s2")).not.toEqual(order);
    expect(queueOrder(pairs, fixedBytes("other noise"), "s1")).not.toEqual(order);
  });

  it("gives each pair the same chance of coming first", () => {
    // 60 pairs first among 12, over 600 seats: each expected 50 times, sd 6.8; 5 sd leave one run in a million.
    const few = pairs.slice(0, 12);
    const firsts = new Map<string, number>();
    for (let seat = 1; seat <= 600; seat += 1) {
      const first = String(queueOrder(few, seed, `s${seat}`)[0]);
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    for (const pair of few) expect(Math.abs((firsts.get(String(pair)) ?? 0) - 50)).toBeLessThan(34);
  });
});
