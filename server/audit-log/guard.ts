import { parseCanonical } from "./canonical.ts";
import { guardSchema, type LoggedGuard } from "./entries.ts";

/** Reads how mode `guarded` computed the chances of a round, from the canonical text in the round's row. */
export function readGuard(text: string): LoggedGuard {
  return guardSchema.parse(parseCanonical(text));
}
