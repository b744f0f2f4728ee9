import { expect, it } from "vitest";
import { nameLines } from "#components/ui/charts/end-labels.ts";

it("splits a long label at the space nearest to its middle", () => {
  expect(nameLines("ohne Beanstandungen")).toEqual(["ohne", "Beanstandungen"]);
  expect(nameLines("con par comunicado")).toEqual(["con par", "comunicado"]);
  expect(nameLines("mittlere Chance")).toEqual(["mittlere Chance"]);
  expect(nameLines("Höchstens-wenige-Runden")).toEqual(["Höchstens-wenige-Runden"]);
});
