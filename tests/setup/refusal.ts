import { expect } from "vitest";
import { DomainError, type DomainErrorCode } from "#server/errors.ts";

/** Expects a use case to refuse with this code, and gives the refusal for a closer look. */
export async function refused(work: Promise<unknown>, code: DomainErrorCode): Promise<DomainError> {
  const error = await work.then(
    (value) => new Error(`expected ${code}, but it was done: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw error;
  expect(error.code).toBe(code);
  return error;
}
