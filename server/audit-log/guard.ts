import { parseCanonical } from "./canonical.ts";
import { guardSchema, type LoggedGuard } from "./entries.ts";

/** How mode `guarded` came to the chances of a round, from the canonical text that a round's row holds. */
export function readGuard(text: string): LoggedGuard {
  return guardSchema.parse(parseCanonical(text));
}
