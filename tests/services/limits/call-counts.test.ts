import { expect, it } from "vitest";
import { CallCounts, type Subject } from "#server/services/limits/call-counts.ts";

const window = 60_000;
const spending = (subject: Subject) => ({ subject, budget: "anonymous", calls: 2, window });
const a = spending("network a");

it("counts on while what was counted is on its way to the database", () => {
  const counts = new CallCounts();
  expect(counts.spend([a], 1)).toBe(0);
  const [row] = counts.take(1);
  expect(row).toEqual({ subject: "network a", budget: "anonymous", endsAt: window, count: 1 });
  expect(counts.spend([a], 2)).toBe(0);
  expect(counts.spend([a], 3)).toBe(window - 3);
  counts.keep(row ? [row] : []);
  expect(counts.take(4)).toEqual([{ ...row, count: 2 }]);
});

it("a call that one budget has no room for counts against none", () => {
  const counts = new CallCounts();
  const both = [{ ...a, budget: "network", calls: 100 }, a];
  for (let call = 0; call < 10; call += 1) counts.spend(both, 1);
  expect(counts.take(1).map(({ budget, count }) => [budget, count])).toEqual([
    ["anonymous", 2],
    ["network", 2],
  ]);
});

/** Many, each for the first time. @returns how many came through */
function flood(counts: CallCounts, nameOf: (index: number) => Subject): number {
  let admitted = 0;
  for (let index = 0; index < 60_000; index += 1) {
    if (counts.spend([spending(nameOf(index))], 1) === 0) admitted += 1;
  }
  return admitted;
}

it("cannot be flushed by made-up networks: beyond a number they share one count", () => {
  const counts = new CallCounts();
  counts.spend([a], 1);
  counts.spend([a], 1);
  expect(flood(counts, (index) => `network ${index}`)).toBeLessThan(50_010);
  expect(counts.spend([a], 1)).toBeGreaterThan(0);
  expect(counts.take(window)).toEqual([]);
  expect(counts.spend([spending("network another")], window)).toBe(0);
});

it("never counts accounts together, however many networks somebody makes up", () => {
  const counts = new CallCounts();
  flood(counts, (index) => `network ${index}`);
  expect(counts.spend([spending("network one more")], 1)).toBeGreaterThan(0);
  expect(flood(counts, (index) => `account ${index}`)).toBe(60_000);
});
