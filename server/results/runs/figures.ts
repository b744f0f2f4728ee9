import { z } from "zod";
import type { KeptRehearsal } from "#server/simulation/rehearsal-plan.ts";
import { type CellResult, cellResultSchema } from "#server/simulation/results.ts";

const figureSchema = z.strictObject({ mean: z.number(), low: z.number(), high: z.number() });

/** Final figures of a run: means over its seeds, the lowest and the highest; null where it is not measured. */
export const figuresSchema = z.strictObject({
  violatingRounds: figureSchema,
  errorRegret: figureSchema.nullable(),
  /** Expected errors per person; for a rehearsal, decisions that the assumed outcomes were against. */
  error: figureSchema,
});

export type RunFigures = z.output<typeof figuresSchema>;

/** The cells of a kept simulation. */
export function cellsOf(result: string): CellResult[] {
  return result
    .trimEnd()
    .split("\n")
    .map((line) => cellResultSchema.parse(JSON.parse(line)));
}

/** @param cells at least one */
export function simulationFigures(cells: readonly CellResult[]): RunFigures {
  return {
    violatingRounds: figure(cells.map((cell) => cell.violatingRounds)),
    errorRegret: figure(cells.map((cell) => cell.errorRegret)),
    error: figure(cells.map((cell) => cell.errorPerPerson)),
  };
}

export function rehearsalFigures({ settings }: KeptRehearsal): RunFigures {
  const [first] = settings;
  const [reports, wrong] = [first?.reports.at(-1), first?.wrong.at(-1)];
  if (reports === undefined || wrong === undefined) throw new Error("a rehearsal without a setting");
  return { violatingRounds: reports, errorRegret: null, error: wrong };
}

function figure(values: readonly number[]) {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  return { mean, low: Math.min(...values), high: Math.max(...values) };
}
