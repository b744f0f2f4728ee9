/** min costs · x over x >= 0 with lower <= row · x <= upper for every row. */
export type LinearProgram = {
  /** [n] */
  readonly costs: Float64Array;
  readonly rows: readonly ProgramRow[];
};

export type ProgramRow = {
  /** Positions of variables, none twice, and their coefficients. */
  readonly indices: readonly number[];
  readonly values: readonly number[];
  /** May be -Infinity. */
  readonly lower: number;
  /** May be Infinity. */
  readonly upper: number;
};

/**
 * A solver of linear programs, handed in: the learner imports none.
 *
 * @returns an optimal x: [n], rows kept within SOLVER_TOLERANCE
 * Throws whatever it likes if there is none.
 */
export type SolveProgram = (program: LinearProgram) => Float64Array | readonly number[];

/** How far a solver may leave a row: what HiGHS can promise. */
export const SOLVER_TOLERANCE = 1e-9;
