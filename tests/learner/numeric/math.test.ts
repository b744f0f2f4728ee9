import { describe, expect, test } from "vitest";
import { EXP_FLOOR } from "#server/learner/numeric/falling-exp.ts";
import { exp, fifthRoot, log, sum } from "#server/learner/numeric/math.ts";
import { fixed, fixedExp, ulpOf, ulpsOff, ulpsOffLog } from "#tests/learner/exact.ts";
import { refuses, spread } from "#tests/learner/fixtures.ts";

describe("exp", () => {
  test("is within 1 ulp of the exact value between -708 and 709", () => {
    const points = Array.from({ length: 600 }, (_, i) => EXP_FLOOR + 1417 * spread(i));
    const near = Array.from({ length: 600 }, (_, i) => 4 * spread(i) - 3);
    const worst = Math.max(...[...points, ...near].map((x) => ulpsOff(exp(x), fixedExp(x))));
    expect(worst).toBeLessThan(1);
  });

  test("is exact at 0, close to 1 near it, and 0 far below", () => {
    expect(exp(0)).toBe(1);
    expect(exp(-0)).toBe(1);
    expect(exp(1e-300)).toBe(1);
    expect(exp(-1e-17)).toBe(1);
    expect(exp(-1e6)).toBe(0);
    expect(exp(-745.1332191019411)).toBe(Number.MIN_VALUE);
    expect(exp(709.782712893384)).toBeGreaterThan(1.797e308);
  });

  test("never falls as its argument rises", () => {
    for (let i = 0; i < 20_000; i++) {
      const x = EXP_FLOOR + 708 * spread(i);
      expect(exp(x + ulpOf(x))).toBeGreaterThanOrEqual(exp(x));
    }
  });

  test("refuses arguments without a finite result", () => {
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 709.8]) {
      refuses("not-finite", () => exp(x));
    }
  });
});

describe("log", () => {
  test("is within 1 ulp of the exact value over the range of doubles", () => {
    const wide = Array.from({ length: 500 }, (_, i) => exp(-700 + 1400 * spread(i)));
    const near = Array.from({ length: 500 }, (_, i) => 0.5 + spread(i));
    const whole = Array.from({ length: 200 }, (_, i) => i + 2);
    const worst = Math.max(...[...wide, ...near, ...whole].map((x) => ulpsOffLog(x, log(x))));
    expect(worst).toBeLessThan(1);
  });

  test("equals the constants of Math", () => {
    expect(log(1)).toBe(0);
    expect(log(2)).toBe(Math.LN2);
    expect(log(10)).toBe(Math.LN10);
    expect(log(Number.MAX_VALUE)).toBe(709.782712893384);
  });

  test("refuses 0, negative numbers, denormals and what is not finite", () => {
    for (const x of [0, -1, Number.MIN_VALUE, Number.NaN, Number.POSITIVE_INFINITY])
      refuses("range", () => log(x));
  });
});

describe("fifthRoot", () => {
  test("is exact for fifth powers of integers", () => {
    for (let n = 1; n <= 1000; n++) expect(fifthRoot(n * n * n * n * n)).toBe(n);
  });
});

describe("sum", () => {
  test("keeps digits that plain addition loses", () => {
    // 1 + 1e100 + 1 - 1e100 = 2, where plain addition gives 0
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
    expect(sum([])).toBe(0);
  });

  test("stays within 1 ulp of the exact sum over 100,000 numbers", () => {
    const values = Array.from({ length: 100_000 }, (_, i) => spread(i) - 0.3);
    const exact = values.reduce((total, value) => total + fixed(value), 0n);
    expect(ulpsOff(sum(values), exact)).toBeLessThan(1);
  });

  test("refuses a series that is not finite", () => {
    refuses("not-finite", () => sum([1, Number.NaN]));
    refuses("not-finite", () => sum([1e308, 1e308]));
  });
});
