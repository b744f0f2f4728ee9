import { z } from "zod";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";

/** An exact decimal, as a text or as a number. */
export const decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine(isDecimal, {
    error: (issue) => `found ${JSON.stringify(issue.input)}, expected a decimal such as 0.1`,
  });
export const whole = (least: number, most: number) =>
  z.int(`expected a whole number, ${least} to ${most}`).min(least).max(most);
export const share = z.number().min(0).max(1);
export const name = z.string().min(1);

/** How people and outcomes change over the rounds. */
export const environmentSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["iid", "passes", "blocks", "against"]) }),
  z.strictObject({ kind: z.literal("drift"), period: whole(2, LIMITS.horizon) }),
  /** After this share of the rounds. */
  z.strictObject({ kind: z.literal("flip"), at: share.default(0.5) }),
]);
