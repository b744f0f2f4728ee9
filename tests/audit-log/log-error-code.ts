import { LogError, type LogErrorCode } from "#server/audit-log/errors.ts";

/** The code of the LogError that a call throws; anything else that is thrown goes on, "none" when nothing is. */
export function codeOf(call: () => unknown): LogErrorCode | "none" {
  try {
    call();
  } catch (error) {
    if (error instanceof LogError) {
      return error.code;
    }
    throw error;
  }
  return "none";
}
