import { expect, it } from "vitest";
import { nameLines } from "#components/ui/charts/end-labels.ts";

it("splits the name of a label after its first word where it is long", () => {
  expect(nameLines("ohne Beanstandungen")).toEqual(["ohne", "Beanstandungen"]);
  expect(nameLines("mittlere Chance")).toEqual(["mittlere Chance"]);
  expect(nameLines("Höchstens-wenige-Runden")).toEqual(["Höchstens-wenige-Runden"]);
});
