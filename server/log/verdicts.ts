import { z } from "zod";
import { type Verdict, verdictSchema } from "./entries.ts";

const verdictsSchema = z.array(verdictSchema);

/** The stored verdicts of a ballot. */
export function parseVerdicts(text: string): Verdict[] {
  return verdictsSchema.parse(JSON.parse(text));
}
