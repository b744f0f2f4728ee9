import { z } from "zod";
import { type YardstickErrors, yardstickErrors } from "#server/learner/exp2/yardsticks.ts";
import { proofs } from "#server/simulation/proven.ts";
import { type CellResult, figureOf, figureSchema } from "#server/simulation/results.ts";

/** Final figures of a run: means over its seeds, the lowest and the highest; null where it is not measured. */
export const figuresSchema = z.strictObject({
  violatingRounds: figureSchema,
  errorRegret: figureSchema.nullable(),
  /** null also in mode guarded, which has no Lagrangian. */
  lagrangianRegret: figureSchema.nullable(),
  /** Where the bounds are proven. */
  proof: z.enum(proofs).nullable(),
  errorRegretBound: z.number().nullable(),
  /** The largest number of rounds with a report; null also where it is not below the number of rounds. */
  reportsBound: z.number().nullable(),
  /** Expected errors per person. */
  error: figureSchema,
  /** The same of the rules with which the run is compared, from the same outcomes. */
  yardsticks: z.strictObject({
    atRandom: figureSchema,
    acceptNone: figureSchema,
    acceptAll: figureSchema,
    inForce: figureSchema.nullable(),
    unreportable: figureSchema.nullable(),
  }),
});

export type RunFigures = z.output<typeof figuresSchema>;

/**
 * Returns the figures of a run's first learner or setting.
 *
 * @param cells at least one
 * @param alpha the smallest difference that is judged
 * @param known of a rehearsal: errors per person, over the file, of the rules that its cells do not measure
 */
export function runFigures(
  cells: readonly CellResult[],
  alpha: string,
  known: Pick<YardstickErrors, "inForce" | "unreportable"> = { inForce: null, unreportable: null },
): RunFigures {
  const first = firstOf(cells);
  const ownRegret = (name: "errorRegret" | "lagrangianRegret") => {
    const regrets = first.flatMap((cell) => cell[name] ?? []);
    return regrets.length === 0 ? null : figureOf(regrets);
  };
  const { proof, promise, violatingRoundsBound, errorRegretBound, rounds } = first[0] as CellResult;
  const reportsBound = promise ?? violatingRoundsBound;
  const yardsticks = first.map(({ yesShare, acceptedShare, bestRuleErrorPerPerson: error }) => {
    const errors = yardstickErrors({
      ...{ yesShare, pickedShare: acceptedShare, hasNumber: false, inForce: known.inForce },
      // Only studies with a number of picks need the covariance, and runs over simulated people have none.
      best: error === undefined ? null : { error, covariance: 0 },
      alpha: Number(alpha),
    });
    return { ...errors, unreportable: errors.unreportable ?? known.unreportable };
  });
  const yardstick = (name: keyof YardstickErrors) => {
    const errors = yardsticks.flatMap((each) => each[name] ?? []);
    return errors.length === 0 ? null : figureOf(errors);
  };
  return {
    violatingRounds: figureOf(first.map((cell) => cell.violatingRounds)),
    errorRegret: ownRegret("errorRegret"),
    lagrangianRegret: proof === "guarded" ? null : ownRegret("lagrangianRegret"),
    ...{ proof, errorRegretBound },
    reportsBound: reportsBound !== null && reportsBound < rounds ? reportsBound : null,
    error: figureOf(first.map((cell) => cell.errorPerPerson)),
    yardsticks: {
      atRandom: figureOf(yardsticks.map(({ atRandom }) => atRandom)),
      acceptNone: figureOf(yardsticks.map(({ acceptNone }) => acceptNone)),
      acceptAll: figureOf(yardsticks.map(({ acceptAll }) => acceptAll)),
      inForce: yardstick("inForce"),
      unreportable: yardstick("unreportable"),
    },
  };
}

/** Returns the cells of a run's first learner or setting: of a draft's plan, the draft's own settings. */
export function firstOf(cells: readonly CellResult[]): CellResult[] {
  return cells.filter(({ learner }) => learner === cells[0]?.learner);
}
