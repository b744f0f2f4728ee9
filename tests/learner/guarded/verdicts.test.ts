import { expect, it } from "vitest";
import {
  type NewVerdict,
  remember,
  type Verdict,
  withoutAnnulled,
} from "#server/learner/guarded/verdicts.ts";

const pair = (high: string, low: string, bound = 0.1): NewVerdict => ({
  high,
  low,
  bound,
  signs: Uint8Array.of(0b1001),
});
const of = (round: number) => ({ round, until: null });
const named = (verdicts: readonly Verdict[]) => verdicts.map(({ high, low }) => `${high}>${low}`);

it("adds the pairs of a round after the older ones, uncharged", () => {
  const first = remember([], [pair("a", "b")], of(1));
  const second = remember(first, [pair("c", "d"), pair("c", "e")], of(3));
  expect(named(second)).toEqual(["a>b", "c>d", "c>e"]);
  expect(second.map(({ round, count, charge }) => [round, count, charge])).toEqual([
    [1, 1, 0],
    [3, 1, 0],
    [3, 1, 0],
  ]);
});

it("merges a pair that was flagged before: the smaller bound, one more count, the charge kept, newest", () => {
  const [first] = remember([], [pair("a", "b", 0.3), pair("c", "d")], of(1));
  const charged = remember([], [pair("a", "b", 0.3), pair("c", "d")], of(1)).map((verdict) => ({
    ...verdict,
    charge: 2,
  }));
  const again = remember(charged, [pair("a", "b", 0.2)], of(5));
  expect(named(again)).toEqual(["c>d", "a>b"]);
  expect(again[1]).toMatchObject({ bound: 0.2, count: 2, charge: 2, round: 5 });
  expect(remember(charged, [pair("a", "b", 0.4)], of(5))[1]?.bound).toBe(0.3);
  expect(first?.bound).toBe(0.3);
  // The other direction is another pair.
  expect(named(remember(charged, [pair("b", "a")], of(5)))).toEqual(["a>b", "c>d", "b>a"]);
});

it("adds a pair that is in the round twice only once, with its smallest bound", () => {
  const twice = remember([], [pair("a", "b", 0.3), pair("a", "b", 0.2), pair("a", "b", 0.25)], of(1));
  expect(twice).toHaveLength(1);
  expect(twice[0]).toMatchObject({ bound: 0.2, count: 1 });
});

it("retires the smallest charge beyond 256, the oldest of equal ones, none of the newest round", () => {
  const older = Array.from({ length: 256 }, (_, i) => ({
    ...pair(`a${i}`, "x"),
    round: 1 + Math.floor(i / 10),
    count: 1,
    until: null,
    charge: i < 3 ? 1 : 2,
  }));
  const next = remember(older, [pair("n1", "x"), pair("n2", "x")], of(99));
  expect(next).toHaveLength(256);
  expect(named(next).slice(0, 2)).toEqual(["a2>x", "a3>x"]);
  expect(named(next).slice(-2)).toEqual(["n1>x", "n2>x"]);
});

it("keeps the largest gaps of a round with too many pairs, in their order", () => {
  const pairs = Array.from({ length: 300 }, (_, i) => pair(`p${i}`, "x", i % 2 === 0 ? 0.5 : i / 1000));
  const kept = remember([{ ...pair("old", "x"), ...of(1), count: 1, charge: 9 }], pairs, of(2));
  expect(kept).toHaveLength(256);
  expect(kept.filter(({ bound }) => bound === 0.5)).toHaveLength(150);
  expect(named(kept)).not.toContain("p1>x");
  expect(named(kept)).not.toContain("old>x");
  const numbers = kept.map(({ high }) => Number(high.slice(1)));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
});

it("drops an annulled pair in its own direction only", () => {
  const verdicts = remember([], [pair("a", "b"), pair("b", "a"), pair("c", "d")], of(1));
  expect(named(withoutAnnulled(verdicts, [{ high: "a", low: "b" }]))).toEqual(["b>a", "c>d"]);
  expect(withoutAnnulled(verdicts, [{ high: "x", low: "y" }])).toEqual(verdicts);
});
