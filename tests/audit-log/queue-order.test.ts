import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocketPair } from "#server/audit-log/docket-ways.ts";
import { queueOf, queueOrder, repeatedPairs } from "#server/audit-log/queue-order.ts";
import { fixedBytes } from "#tests/setup/app.ts";

const seed = fixedBytes("noise");
const pairs = Array.from({ length: 20 }, (_, high) =>
  Array.from({ length: 20 }, (_, low): [number, number] => [high, low]),
)
  .flat()
  .filter(([high, low]) => high < low);

describe("the order of an auditor's queue", () => {
  it("contains every pair once: all 190 of 20 people", () => {
    const order = queueOrder(pairs, seed, "s1");
    expect(pairs).toHaveLength(190);
    expect(new Set(order.map(String))).toEqual(new Set(pairs.map(String)));
    expect(order).toHaveLength(190);
  });

  it("is equal for the same round and seat, for any order of pairs", () => {
    const order = queueOrder(pairs, seed, "s1");
    fc.assert(
      fc.property(fc.shuffledSubarray(pairs, { minLength: pairs.length }), (shuffled) => {
        expect(queueOrder(shuffled, seed, "s1")).toEqual(order);
      }),
      { numRuns: 5 },
    );
  });

  it("differs for another seat or another round", () => {
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

describe("an auditor's queue", () => {
  const docket = pairs.slice(100, 124).map(([high, low]): DocketPair => [high, low, "ranked"]);
  const of = (seat: string) => queueOf(pairs, docket, { noiseSeed: seed, seat });

  it("has the docket first and then all others, each in the seat's order", () => {
    const { pairs: queue, docketCount } = of("s1");
    expect(docketCount).toBe(24);
    const listed = new Set(docket.map(([high, low]) => `${high},${low}`));
    const own = queueOrder(pairs, seed, "s1");
    expect(queue.slice(0, 24)).toEqual(own.filter((pair) => listed.has(String(pair))));
    expect(queue.slice(24)).toEqual(own.filter((pair) => !listed.has(String(pair))));
  });

  it("has the same docket for every seat, in another order", () => {
    const [one, other] = [of("s1").pairs.slice(0, 24), of("s2").pairs.slice(0, 24)];
    expect(other).not.toEqual(one);
    expect(other.map(String).sort()).toEqual(one.map(String).sort());
  });

  it("repeats one docket pair in twelve, the first ones in the seat's order", () => {
    const queue = of("s1");
    const counts = [0, 11, 12, 23, 24];
    expect(counts.map((docketCount) => repeatedPairs({ ...queue, docketCount }))).toEqual(
      [0, 0, 1, 1, 2].map((count) => queue.pairs.slice(0, count)),
    );
  });

  it("is only the docket in a study that shows every pair", () => {
    const all = queueOf(pairs, null, { noiseSeed: seed, seat: "s1" });
    expect(all).toEqual({ pairs: queueOrder(pairs, seed, "s1"), docketCount: pairs.length });
  });
});
