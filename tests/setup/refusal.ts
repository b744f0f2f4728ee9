import { expect } from "vitest";
import { DomainError, type DomainErrorCode } from "#server/errors.ts";

/** Detects a message with a missing argument. */
const gap = /^$|undefined|NaN| [ .,:;]/;

/** Expects a use case to refuse with this code and in whole sentences. @returns the refusal */
export async function refused(work: Promise<unknown>, code: DomainErrorCode): Promise<DomainError> {
  const error = await work.then(
    (value) => new Error(`expected ${code}, but it was done: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw error;
  expect(error.code).toBe(code);
  for (const { message } of [error, ...error.problems]) expect(message, "a whole sentence").not.toMatch(gap);
  return error;
}
