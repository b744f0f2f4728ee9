import { expect } from "vitest";
import { LogError, type LogErrorCode } from "#server/audit-log/errors.ts";

/**
 * The code of the LogError that a call throws, which must also say something; anything else that is thrown goes on,
 * "none" when nothing is.
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
