import { expect } from "vitest";
import { LogError, type LogErrorCode } from "#server/audit-log/errors.ts";

/**
 * Returns the code of the LogError that a call throws, which must have a message; other errors are rethrown;
 * "none" if nothing is thrown.
 */
export function codeOf(call: () => unknown): LogErrorCode | "none" {
  try {
    call();
  } catch (error) {
    if (error instanceof LogError) {
      expect(error.message, error.code).not.toMatch(/^$|\s$/);
      return error.code;
    }
    throw error;
  }
  return "none";
}
