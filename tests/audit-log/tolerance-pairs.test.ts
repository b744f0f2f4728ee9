import { describe, expect, it } from "vitest";
import { bodySchemas } from "#server/audit-log/entries.ts";
import { areTolerancePairs, readTolerancePairs, tolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import { sampleLog } from "./sample-log.ts";

const { settings } = bodySchemas["study.created"].parse(JSON.parse(sampleLog().lines[0] ?? "").body);

/** Computes the requested pairs of people with these chances and these numbers on their cards. */
const pairsOf = (chances: readonly string[], numbers: readonly number[]) =>
  tolerancePairs(settings, { chances, people: numbers.map((number) => [String(number), null]) });

describe("the pairs for which a panel is asked for tolerances", () => {
  it("are all pairs of few people, most alike first, each with the greater chance first", () => {
    expect(pairsOf(["0.25", "0.3", "0.2"], [0, 10, 4])).toEqual([
      ...[
        [0, 2],
        [1, 2],
        [1, 0],
      ],
    ]);
    expect(pairsOf(["0.5", "0.5"], [1, 1])).toEqual([[0, 1]]);
    expect(pairsOf(["0.4", "0.5"], [1, 1])).toEqual([[1, 0]]);
    expect(pairsOf(["0.5"], [1])).toEqual([]);
  });

  it("are six of many, evenly spread from the most alike to the most different", () => {
    // 15 pairs at the places 0, 2, 5, 8, 11 and 14 of their order; equal pairs by position.
    const pairs = pairsOf(Array(6).fill("0.5"), [0, 1, 3, 7, 15, 31]);
    expect(pairs).toEqual([
      ...[
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 4],
        [3, 5],
        [0, 5],
      ],
    ]);
  });

  it("are read as stored", () => {
    expect(readTolerancePairs("[[0,2],[1,0]]")).toEqual([
      [0, 2],
      [1, 0],
    ]);
    expect(readTolerancePairs(null)).toBeNull();
    for (const text of ["[]", "[[0]]", "[[0,-1]]"]) expect(() => readTolerancePairs(text), text).toThrow();
  });

  it("are at most the possible number, each once and with the greater chance first", () => {
    const three = ["0.25", "0.3", "0.25"];
    const whole: [number, number][] = [
      [1, 0],
      [1, 2],
      [0, 2],
    ];
    expect(areTolerancePairs(whole, three)).toBe(true);
    const wrong: Record<string, [number, number][]> = {
      "one missing": whole.slice(1),
      "one more": [...whole, [1, 0]],
      "one twice": [...whole.slice(1), [1, 2]],
      "the smaller chance first": whole.with(0, [0, 1]),
      "alike, the later first": whole.with(2, [2, 0]),
      "one of no person": whole.with(0, [1, 3]),
    };
    const accepted = Object.entries(wrong).filter(([, pairs]) => areTolerancePairs(pairs, three));
    expect(accepted).toEqual([]);
    expect(areTolerancePairs([], ["0.5"])).toBe(true);
    const many = pairsOf(Array(6).fill("0.5"), [0, 1, 3, 7, 15, 31]);
    expect([many, many.slice(1)].map((pairs) => areTolerancePairs(pairs, Array(6).fill("0.5")))).toEqual([
      ...[true, false],
    ]);
  });
});
