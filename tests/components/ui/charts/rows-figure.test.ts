import { expect, it } from "vitest";
import { placeRows, type RowValue } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";

it("a long row title has room for two lines on a phone", () => {
  const value: RowValue = { value: 0.5, interval: null, look: series.first, figure: "50", name: "sí" };
  const heightOf = (title: string) => placeRows([{ title, values: [value] }]).titles[0]?.y;
  expect(heightOf("Ronda 12: Persona 1 por delante de Persona 5")).toBe(35);
  expect(heightOf("Puesto 1")).toBe(19);
});
