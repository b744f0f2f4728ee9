import { expect, it } from "vitest";
import { placeRows, type RowValue } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";

const value: RowValue = { value: 0.5, interval: null, look: series.first, figure: "50", name: "sí" };

it("the lines of the scale end below each row title", () => {
  const titled = placeRows(["Seat x1", "Seat x2"].map((title) => ({ title, values: [value] })));
  for (const [index, { top }] of titled.bands.entries()) {
    expect(top).toBeGreaterThan(titled.titles[index]?.y ?? Number.NaN);
    expect(titled.bands[index - 1]?.bottom ?? 0).toBeLessThan(titled.titles[index]?.y ?? Number.NaN);
  }
  const untitled = placeRows([value, value].map((each) => ({ title: "", values: [each] })));
  expect(untitled.bands).toEqual([
    { top: 0, bottom: untitled.height / 2 },
    { top: untitled.height / 2, bottom: untitled.height },
  ]);
});

it("a long row title has room for two lines on a phone", () => {
  const heightOf = (title: string) => placeRows([{ title, values: [value] }]).titles[0]?.y;
  expect(heightOf("Ronda 12: Persona 1 por delante de Persona 5")).toBe(35);
  expect(heightOf("Puesto 1")).toBe(19);
});
