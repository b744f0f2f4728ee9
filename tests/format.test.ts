import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatDay,
  formatDecimal,
  formatDistance,
  formatDuration,
  formatExact,
  formatExactMoment,
  formatFixed,
  formatList,
  formatMoment,
  formatPercent,
  formatPoints,
  formatPointsChange,
  formatSignificant,
  formatSize,
  formatUtcMoment,
  plural,
} from "#server/format.ts";
import { inLanguage } from "#server/locale.ts";

describe("a number", () => {
  it("has separators, a true minus and no negative zero", () => {
    expect(formatExact("-1284.5")).toBe("−1,284.5");
    expect(formatExact("12345678901234567890.123456789012345678")).toBe(
      "12,345,678,901,234,567,890.123456789012345678",
    );
    expect(formatDecimal(-0.01, 1)).toBe("0");
    expect(formatFixed(-2, 1)).toBe("−2.0");
    expect(formatSignificant(43_712)).toBe("43,700");
    expect(formatSignificant(0.04407)).toBe("0.0441");
  });

  it("is a share, a number of points or a change", () => {
    expect(formatPercent(0.3124)).toBe("31.2%");
    expect(formatPercent(0.0001)).toBe("<0.1%");
    expect(formatPercent(0)).toBe("0.0%");
    expect(formatPercent(0.844, 0)).toBe("84%");
    expect(inLanguage("de", () => formatPercent(1, 0))).toBe("100\u00a0%");
    expect(formatPoints(0.07)).toBe("7");
    expect(formatPointsChange(0.021)).toBe("+2.1");
    expect(formatPointsChange(-0.021)).toBe("−2.1");
    expect(formatPointsChange(-0.0001)).toBe("0");
  });

  it("has its noun in the right form", () => {
    expect(formatCount(1, "round")).toBe("1 round");
    expect(formatCount(1_284, "round")).toBe("1,284 rounds");
    expect(formatCount(0, "person", "people")).toBe("0 people");
    expect(plural(1, "is", "are")).toBe("is");
  });

  it("is a size in the largest unit that fits", () => {
    expect([1, 812, 1_400, 2_000_000, 2_340_000_000].map(formatSize)).toEqual([
      "1 byte",
      "812 bytes",
      "1.4 kB",
      "2 MB",
      "2.3 GB",
    ]);
  });
});

it("an estimated time is in minutes, and in hours from 90 minutes on", () => {
  expect([0, 0.02, 1.4, 8, 89.4, 90, 431].map(formatDuration)).toEqual([
    "0 minutes",
    "1 minute",
    "1 minute",
    "8 minutes",
    "89 minutes",
    "1.5 hours",
    "7 hours",
  ]);
});

it("a list has a word before its last part", () => {
  expect(formatList([])).toBe("");
  expect(formatList(["a"])).toBe("a");
  expect(formatList(["a", "b", "c"])).toBe("a, b and c");
});

describe("a moment", () => {
  const at = Date.UTC(2026, 0, 6, 8, 5, 7);

  it("names its year only if it is not the present one", () => {
    expect(formatMoment(at, "Europe/Vienna", at)).toBe("Tue 6 Jan, 09:05");
    expect(formatMoment(at, "UTC", Date.UTC(2027, 0, 1))).toBe("Tue 6 Jan 2026, 08:05");
  });

  it("in a mail names its year and zone", () => {
    expect(formatUtcMoment(at)).toBe("Tue 6 Jan 2026, 08:05 UTC");
    expect(formatUtcMoment(Date.UTC(2026, 10, 30, 23, 59, 59))).toBe("Mon 30 Nov 2026, 23:59 UTC");
  });

  it("has its second, its day or its distance", () => {
    expect(formatExactMoment(at, "UTC")).toBe("6 Jan 2026, 08:05:07");
    expect(formatDay(at)).toBe("6 January 2026");
    expect(formatDistance(at, at + 30_000)).toBe("now");
    expect(formatDistance(at, at + 2 * 86_400_000)).toBe("2 days ago");
    expect(formatDistance(at + 5 * 60_000, at)).toBe("in 5 minutes");
  });
});
