import { describe, expect, it } from "vitest";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { Population } from "#server/simulation/engine/population.ts";
import { fitPanel, type JudgedRound } from "#server/simulation/rehearsal/from-verdicts.ts";

const columns = [
  { name: "age", type: "number" },
  { name: "town", type: "category" },
] as const;
const kinds = Array.from({ length: 40 }, (_, place) => {
  const cells = [String(18 + ((place * 7) % 40)), place % 3 === 0 ? "A" : "B"];
  return { features: cells, shown: cells, weight: 1, labelChance: 0.5 };
});
const population: Population = { columns, shownColumns: columns, kinds };
/** The ages are 18 to 57. */
const apart = (a: readonly (string | null)[], b: readonly (string | null)[]) =>
  Math.abs(Number(a[0]) - Number(b[0])) / 39 / 2 + (a[1] === b[1] ? 0 : 0.5);

/** A round of eight people whose single auditor accepts this many points over the full range. */
function roundOf(first: number, points: number): JudgedRound {
  const people = Array.from({ length: 8 }, (_, i) => kinds[(first + 5 * i) % 40]?.features ?? []);
  const chances = people.map((_, position) => 0.95 * (1 - position / 8) ** (1 + (first % 5) / 4));
  const verdicts = people.flatMap((a, high) =>
    people.slice(high + 1).map((b, index): Verdict => {
      const low = high + 1 + index;
      const gap = 100 * ((chances[high] ?? 0) - (chances[low] ?? 0));
      return [high, low, gap > 10 + points * apart(a, b) ? "unfair" : "acceptable"];
    }),
  );
  return { people, chances, ballots: [verdicts] };
}
const roundsOf = (points: number) => Array.from({ length: 6 }, (_, place) => roundOf(3 * place, points));
const fitTo = (rounds: readonly JudgedRound[]) => fitPanel(rounds, { alpha: "0.1", population });

describe("a panel fitted to its verdicts", () => {
  it.each([20, 60, 120])("has about the %s points by which it judged", (points) => {
    const fitted = fitTo(roundsOf(points));
    expect(fitted?.verdicts).toBe(6 * 28);
    expect(Math.abs((fitted?.points ?? Number.NaN) - points)).toBeLessThan(6);
  });

  it("is not fitted to “not sure” or to pairs of an erased person", () => {
    const [round] = roundsOf(60);
    if (round === undefined) throw new Error("no round");
    const people = round.people.map((cells, position) => (position === 7 ? null : cells));
    expect(fitTo([{ ...round, people }])?.verdicts).toBe(21);
    expect(fitTo([{ ...round, ballots: [[[0, 1, "unsure"]], []] }])).toBeNull();
  });

  it("is fitted to the newest rounds if there are very many verdicts", () => {
    const repeated = (points: number, times: number) =>
      Array.from({ length: times }, () => roundOf(1, points));
    const fitted = fitTo([...repeated(20, 400), ...repeated(120, 360)]);
    expect(fitted?.verdicts).toBe(10_000);
    expect(fitted?.points).toBeGreaterThan(100);
  });
});
