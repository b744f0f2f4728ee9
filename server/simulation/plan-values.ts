import { z } from "zod";
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
