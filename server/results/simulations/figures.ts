import { z } from "zod";
import { type CellResult, figureOf, figureSchema } from "#server/simulation/results.ts";

/** Final figures of a run: means over its seeds, the lowest and the highest; null where it is not measured. */
export const figuresSchema = z.strictObject({
  violatingRounds: figureSchema,
  errorRegret: figureSchema.nullable(),
  /** Expected errors per person. */
  error: figureSchema,
});

export type RunFigures = z.output<typeof figuresSchema>;

/** Returns the figures of a run's first learner or setting. @param cells at least one */
export function runFigures(cells: readonly CellResult[]): RunFigures {
  const first = firstOf(cells);
  const regrets = first.flatMap(({ errorRegret }) => errorRegret ?? []);
  return {
    violatingRounds: figureOf(first.map((cell) => cell.violatingRounds)),
    errorRegret: regrets.length === 0 ? null : figureOf(regrets),
    error: figureOf(first.map((cell) => cell.errorPerPerson)),
  };
}

/** Returns the cells of a run's first learner or setting: of a draft's plan, the draft's own settings. */
export function firstOf(cells: readonly CellResult[]): CellResult[] {
  return cells.filter(({ learner }) => learner === cells[0]?.learner);
}
