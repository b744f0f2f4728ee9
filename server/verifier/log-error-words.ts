import * as t from "#messages/logErrors.ts";
import type { LogError } from "#server/audit-log/errors.ts";
import type { LearnerError } from "#server/learner/numeric/errors.ts";
import { messageKey } from "#server/locale.ts";

/** Describes an error of the log or of the learner in the reader's language. */
export function logErrorWords(error: LogError | LearnerError): string {
  return error.name === "LogError" ? t.found({ code: messageKey(error.code) }) : t.learner();
}
