import { type Guard, guardSchema } from "#server/learner/interface/learner.ts";
import { parseCanonical } from "./canonical.ts";

/** Reads how mode `guarded` computed the chances of a round, from the canonical text in the round's row. */
export function readGuard(text: string): Guard {
  return guardSchema.parse(parseCanonical(text));
}
