import { expect, it } from "vitest";
import { CallCounts, type Subject } from "#server/platform/limits/call-counts.ts";

const window = 60_000;
const spending = (subject: Subject) => ({ subject, budget: "anonymous", calls: 2, window });
const a = spending("network a");

it("counts on while earlier counts are being written to the database", () => {
  const counts = new CallCounts();
  expect(counts.spend([a], 1)).toBe(0);
  const [row] = counts.take(1);
  expect(row).toEqual({ subject: "network a", budget: "anonymous", endsAt: window, count: 1 });
  expect(counts.spend([a], 2)).toBe(0);
  expect(counts.spend([a], 3)).toBe(window - 3);
  counts.keep(row ? [row] : []);
  expect(counts.take(4)).toEqual([{ ...row, count: 2 }]);
});

it("a call that one budget refuses counts against none", () => {
  const counts = new CallCounts();
  const both = [{ ...a, budget: "network", calls: 100 }, a];
  for (let call = 0; call < 10; call += 1) counts.spend(both, 1);
  expect(counts.take(1).map(({ budget, count }) => [budget, count])).toEqual([
    ["anonymous", 2],
    ["network", 2],
  ]);
});

/** Spends one call of many subjects. @returns how many were admitted */
function flood(counts: CallCounts, nameOf: (index: number) => Subject): number {
  let admitted = 0;
  for (let index = 0; index < 60_000; index += 1) {
    if (counts.spend([spending(nameOf(index))], 1) === 0) admitted += 1;
  }
  return admitted;
}

it("invented networks cannot flush counts: above a limit they share one count", () => {
  const counts = new CallCounts();
  counts.spend([a], 1);
  counts.spend([a], 1);
  // The first 50,000 have counts of their own, `a` among them; all others share two calls.
  expect(flood(counts, (index) => `network ${index}`)).toBe(49_999 + 2);
  expect(counts.spend([a], 1)).toBeGreaterThan(0);
  expect(counts.take(window)).toEqual([]);
  for (const another of ["b", "b", "c", "d"])
    expect(counts.spend([spending(`network ${another}`)], window)).toBe(0);
});

it("a refused call must wait for the longest of the full windows", () => {
  const counts = new CallCounts();
  const once = (budget: string, window: number) => ({ ...a, budget, calls: 1, window });
  const all = [once("short", 1_000), once("long", 60_000), { ...a, budget: "roomy" }];
  expect(counts.spend(all, 10)).toBe(0);
  expect(counts.spend(all, 10)).toBe(59_990);
  expect(counts.spend(all, 1_000)).toBe(59_000);
  expect(counts.spend(all, 60_000)).toBe(0);
});

it("takes the database's answer as the earlier count, and sends unsaved counts again", () => {
  const counts = new CallCounts();
  const ofFour = { ...a, calls: 4 };
  const spent = (now: number) => counts.spend([ofFour], now) > 0;
  expect(counts.isFresh).toBe(false);
  counts.spend([ofFour, spending("network b")], 1);
  expect(counts.isFresh).toBe(true);
  // Other servers had counted one call more.
  counts.learn(counts.take(1).map((row) => ({ ...row, count: 2 })));
  expect(counts.isFresh).toBe(false);
  expect(counts.spend([ofFour], 2)).toBe(0);
  expect(counts.isFresh, "one of two is enough").toBe(true);
  counts.keep(counts.take(2));
  const [{ count } = { count: 0 }] = counts.take(2);
  expect(count).toBe(1);
  expect([spent(3), spent(3)]).toEqual([false, true]);
});

it("an answer about an expired window does not affect the next one", () => {
  const counts = new CallCounts();
  counts.spend([a], 1);
  const late = counts.take(1).map((row) => ({ ...row, count: 100 }));
  expect(counts.spend([a], window)).toBe(0);
  counts.learn(late);
  expect(counts.spend([a], window)).toBe(0);
  expect(counts.spend([a], window)).toBe(window);
});

it("rows are sorted, whatever the order of calls", () => {
  const counts = new CallCounts();
  const names = ["c", "a", "d", "b", "e"] as const;
  for (const name of names) counts.spend([spending(`network ${name}`)], 1);
  expect(counts.take(1).map(({ subject }) => subject)).toEqual(
    [...names].sort().map((name) => `network ${name}`),
  );
});

it("never counts accounts together, however many networks are invented", () => {
  const counts = new CallCounts();
  flood(counts, (index) => `network ${index}`);
  expect(counts.spend([spending("network one more")], 1)).toBeGreaterThan(0);
  expect(flood(counts, (index) => `account ${index}`)).toBe(60_000);
});
