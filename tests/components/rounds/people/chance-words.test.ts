import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceFigure, limitInWords, pairFigures } from "#components/rounds/people/chance-words.ts";
import { alignDecimals } from "#server/learner/numeric/decimal.ts";
import { gapExceeds } from "#server/learner/panel/eligibility.ts";

describe("a chance in percent", () => {
  it.each([
    ["0.62", "62"],
    ["0.625", "63"],
    ["0.6249999999999999", "62"],
    ["0", "0"],
    ["1", "100"],
    ["0.004", "<1"],
    ["1e-7", "<1"],
    ["0.996", ">99"],
    ["0.005", "1"],
    ["0.9949", "99"],
  ])("of %s is %s", (chance, figure) => {
    expect(chanceFigure(chance).figure).toBe(figure);
  });

  it("keeps trailing zeros, so that both figures of a pair have the same decimals", () => {
    expect(chanceFigure("0.62", 1).figure).toBe("62.0");
    expect(chanceFigure("0.0004", 1).words).toBe("fewer than 0.1");
    expect(chanceFigure("0.9999", 1).words).toBe("more than 99.9");
  });
});

describe("a pair's figures", () => {
  const figures = (high: string, low: string, alpha: string) => {
    const { gap, ...pair } = pairFigures(high, low, alpha);
    return [pair.high.figure, pair.low.figure, gap.figure];
  };

  it("are whole numbers if these are not misleading", () => {
    expect(figures("0.62", "0.25", "0.1")).toEqual(["62", "25", "37"]);
  });

  it("have one more decimal if 62 and 52 would look like at most 10 points", () => {
    expect(figures("0.624", "0.5205", "0.1")).toEqual(["62.4", "52.1", "10.3"]);
  });

  it("have one more decimal if an unjudged pair would look like more than 10.5 points", () => {
    expect(figures("0.6151", "0.5149", "0.105")).toEqual(["61.5", "51.5", "10.0"]);
  });

  it("are described in words if they need too many decimals", () => {
    expect(figures("0.62", "0.51996", "0.1")).toEqual(["62.000", "51.996", "10.004"]);
    expect(figures("0.62", "0.5199999", "0.1")).toEqual(["62", "52", ">10"]);
    expect(figures("0.624", "0.4989999", "0.125")).toEqual(["62.4", "49.9", ">12.5"]);
    expect(pairFigures("1e-20", "0", "0").gap.words).toBe("just more than 0");
  });

  it("show a difference of exactly the limit as the limit", () => {
    expect(figures("0.62", "0.52", "0.1")).toEqual(["62", "52", "10"]);
  });

  it("are not rounded to 0 or 100", () => {
    expect(figures("0.9999", "0.0001", "0.1")).toEqual([">99", "<1", ">99"]);
    expect(figures("1", "0", "0.1")).toEqual(["100", "0", "100"]);
  });

  const chance = fc.double({ min: 0, max: 1, noNaN: true }).map(String);
  const near = fc
    .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: -3, max: 3 }))
    .map(([low, by]) => [String((low + 100 + by / 4) / 1000), String(low / 1000)] as const);
  const alpha = fc.constantFrom("0", "0.1", "0.05", "0.125", "0.1003", "0.333333");

  it("never contradict which pairs are judged, and their difference is consistent", () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(chance, chance), near), alpha, ([a, b], limit) => {
        const [high, low] = Number(a) >= Number(b) ? [a, b] : [b, a];
        const pair = pairFigures(high, low, limit);
        const bound = limitInWords(limit);
        const isJudged = gapExceeds(high, low, limit);
        if (/ than /.test(pair.gap.words) && pair.gap.words.endsWith(` ${bound}`)) {
          expect(pair.gap.words).toBe(isJudged ? `just more than ${bound}` : `no more than ${bound}`);
          return;
        }
        const shown = [pair.high, pair.low, pair.gap].map(numberShown(pair.decimals));
        const [h = 0n, l = 0n, gap = 0n, most = 0n] = alignDecimals([...shown, bound]);
        expect(h - l).toBe(gap);
        expect(gap > most).toBe(isJudged);
      }),
      { numRuns: 500 },
    );
  });
});

/** Parses "<1" as rounded to 0, and ">99.9" as rounded to 100. */
function numberShown(decimals: number) {
  return ({ figure }: { figure: string }) => {
    if (figure.startsWith("<")) return "0";
    return figure.startsWith(">") ? (100).toFixed(decimals) : figure;
  };
}

describe("the limit", () => {
  it.each([
    ["0.1", "10"],
    ["0.125", "12.5"],
    ["0", "0"],
    ["0.007", "0.7"],
    ["1e-3", "0.1"],
  ])("%s is %s in 100", (alpha, words) => {
    expect(limitInWords(alpha)).toBe(words);
  });
});
