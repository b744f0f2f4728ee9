import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import { studyLimits } from "#server/study/study-limits.ts";

export type Size = {
  /** People in the file, and in a further one. */
  readonly people: number;
  readonly roundSize: number;
  readonly seats: number;
  /** Conditions: the class has 2^n rules and one. */
  readonly conditions: number;
  /** Verdicts in each ballot, if so many pairs can be judged. */
  readonly verdicts: number;
};

export const sizes = {
  small: { people: 30, roundSize: 4, seats: 3, conditions: 4, verdicts: 10 },
  /** Of rules as many as a round of every learner takes; 2^24 of them are played in tests/studies/learner/large-classes.test.ts. */
  largest: {
    people: 50_000,
    ...studyLimits,
    conditions: studyLimits.numberedConditions,
    verdicts: ballotLimits.verdicts,
  },
} as const satisfies Record<string, Size>;
