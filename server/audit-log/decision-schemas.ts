import { z } from "zod";
import { count, ordinal } from "#server/learner/config/fields.ts";
import { outcomeValues } from "#server/learner/interface/outcome-values.ts";
import { overrideReasons } from "./overrides.ts";

/** Bodies of the entries about outcomes and overrides of decisions. */
export const decisionBodies = {
  "outcome.recorded": z.strictObject({
    round: ordinal,
    position: count,
    version: ordinal,
    value: z.enum(outcomeValues),
  }),
  /** A person with authority overrode the draw's decision. The outcome of a picked person must be `lost` before. */
  "decision.overridden": z.strictObject({
    round: ordinal,
    position: count,
    decision: z.union([z.literal(0), z.literal(1)]),
    reason: z.enum(overrideReasons),
    /** The position of the person who decided, without a name. */
    decidedBy: z.string().min(1),
  }),
} as const;
