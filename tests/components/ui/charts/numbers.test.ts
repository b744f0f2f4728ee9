import { expect, it } from "vitest";
import { changeInPoints, counted, percent, threeDigits } from "#components/ui/charts/numbers.ts";

it("writes shares, changes and large numbers as people read them", () => {
  expect(percent(0.3124)).toBe("31.2%");
  expect(percent(0.0001)).toBe("below 0.1%");
  expect(percent(0)).toBe("0.0%");
  expect(changeInPoints(0.021)).toBe("+2.1");
  expect(changeInPoints(-0.021)).toBe("−2.1");
  expect(changeInPoints(-0.0001)).toBe("0");
  expect(threeDigits(43_712)).toBe("43,700");
  expect(threeDigits(0.04407)).toBe("0.0441");
  expect(counted(1, "round")).toBe("1 round");
  expect(counted(1_284, "round")).toBe("1,284 rounds");
});
