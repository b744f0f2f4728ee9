import { type InputProblem, isDomainError } from "#server/errors.ts";

/** A worker's result. Rejections are values, because errors lose their codes between threads. */
export type Result<Value> =
  | { readonly value: Value }
  | { readonly refused: { readonly message: string; readonly problems: readonly InputProblem[] } };

export function toResult<Value>(work: () => Value): Result<Value> {
  try {
    return { value: work() };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { refused: { message: error.message, problems: error.problems } };
  }
}
