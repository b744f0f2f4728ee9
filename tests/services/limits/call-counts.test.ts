import { expect, it } from "vitest";
import { CallCounts } from "#server/services/limits/call-counts.ts";

const window = 60_000;
const spending = (subject: string) => ({ subject, budget: "anonymous", calls: 2, window });

it("counts on while what was counted is on its way to the database", () => {
  const counts = new CallCounts();
  expect(counts.spend(spending("a"), 1)).toBe(0);
  const [row] = counts.take(1);
  expect(row).toEqual({ subject: "a", budget: "anonymous", endsAt: window, count: 1 });
  expect(counts.spend(spending("a"), 2)).toBe(0);
  expect(counts.spend(spending("a"), 3)).toBe(window - 3);
  counts.keep(row ? [row] : []);
  expect(counts.take(4)).toEqual([{ ...row, count: 2 }]);
});

it("cannot be flushed by made-up networks: beyond a number they share one count", () => {
  const counts = new CallCounts();
  counts.spend(spending("victim"), 1);
  counts.spend(spending("victim"), 1);
  let admitted = 0;
  for (let network = 0; network < 60_000; network += 1) {
    if (counts.spend(spending(`network ${network}`), 1) === 0) admitted += 1;
  }
  expect(admitted).toBeLessThan(50_010);
  expect(counts.spend(spending("victim"), 1)).toBeGreaterThan(0);
  expect(counts.take(window)).toEqual([]);
  expect(counts.spend(spending("another"), window)).toBe(0);
});
