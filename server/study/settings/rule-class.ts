import { learnerSpecSchema } from "#server/audit-log/spec-schemas.ts";

/** The schema of a rule class as studies store it; the learner checks the rest. */
export const ruleClassSchema = learnerSpecSchema.shape.hypotheses;
