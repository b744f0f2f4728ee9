/** min costs · x over x >= 0 with lower <= row · x <= upper for every row. */
export type LinearProgram = {
  /** [n] */
  readonly costs: Float64Array;
  readonly rows: readonly ProgramRow[];
  /** If given, x is whole and at most this: [n]. */
  readonly whole?: readonly number[] | undefined;
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

export type ProgramSolution = {
  /** An optimal x: [n], rows kept within SOLVER_TOLERANCE. */
  readonly values: Float64Array | readonly number[];
  /**
   * By how much the optimum grows with each row's bounds: costs - Σ_r price_r row_r is 0 or more, 0 where x > 0. None
   * for a program in whole numbers.
   */
  readonly prices: Float64Array | readonly number[];
};

/**
 * A solver of programs, passed in because it is loaded asynchronously.
 *
 * Throws any error if there is no optimum.
 */
export type SolveProgram = (program: LinearProgram) => ProgramSolution;

/** The largest violation of a row that a solver may leave: what HiGHS can guarantee. */
export const SOLVER_TOLERANCE = 1e-9;
