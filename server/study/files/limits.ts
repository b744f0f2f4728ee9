import { DomainError, type InputProblem } from "#server/errors.ts";
import { columnLimit } from "#server/study/file-limits.ts";

/** Characters (UTF-16 units) in one cell. */
export const cellLimit = 10_000;
/** The most bytes of a row within the limits of cells and columns; only a quote that is never closed makes more. */
export const rowByteLimit = columnLimit * cellLimit * 4;
/** The most different values of a column of groups. */
export const groupLimit = 20;
/** Problems that are listed one by one; the rest are counted. */
export const problemLimit = 1_000;

/** Rejects the file as a whole. */
export function refuse(problem: InputProblem, options?: ErrorOptions): never {
  throw new DomainError("bad-input", problem.message, [problem], options);
}
