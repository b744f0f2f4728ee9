import fc from "fast-check";
import { expect, test } from "vitest";
import { wilson } from "#server/analysis/findings/wilson.ts";

test("agrees with a published example", () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3: each share with its score limits.
  for (const [count, total, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilson(count, total);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  }
});

test("has as ends the shares that a test at 5 % just does not reject", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(400), (total, part) => {
      const count = part % (total + 1);
      const { low, high } = wilson(count, total);
      for (const [end, isOpen] of [
        [low, count > 0],
        [high, count < total],
      ] as const) {
        if (!isOpen) continue;
        const away = (count / total - end) / Math.sqrt((end * (1 - end)) / total);
        expect(Math.abs(away)).toBeCloseTo(1.959964, 5);
      }
      expect(low).toBeLessThanOrEqual(count / total);
      expect(high).toBeGreaterThanOrEqual(count / total);
    }),
  );
});

test("refuses an invalid share", () => {
  for (const [count, total] of [
    [0, 0],
    [3, 2],
    [-1, 2],
    [0.5, 2],
  ] as const) {
    expect(() => wilson(count, total)).toThrow(RangeError);
  }
});
