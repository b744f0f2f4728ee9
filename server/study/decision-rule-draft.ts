import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";

/** Which flags report a pair, as typed; the form is components/setup/settings/decision-fields.tsx. */
export const decisionRuleDraftSchema = z.strictObject({
  kind: z.enum(["share", "at-least", "any", "every", "weighted", "member", "groups"]),
  /** For kind member. */
  seat: textSchema(20),
  /** For kind weighted, such as "s1=2, s4=3". */
  weights: textSchema(5_000),
  /** For kind groups: the seats of each, and how many of each must agree. */
  first: textSchema(5_000),
  second: textSchema(5_000),
  each: textSchema(40),
});

export type DecisionRuleDraft = z.output<typeof decisionRuleDraftSchema>;
