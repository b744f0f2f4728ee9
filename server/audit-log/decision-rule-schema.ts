import { z } from "zod";
import { count, decimal, ordinal } from "#server/learner/config/fields.ts";
import { seatId } from "./fields.ts";
import { largestWeight } from "./panel-ways.ts";

const weightSchema = z.strictObject({ seat: seatId, weight: ordinal.max(largestWeight) });
const groupSchema = z.array(seatId).min(1);

/** A study's rule of decision, if it is not simply the share gamma of the panel's members. */
export const decisionRuleSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("at-least"), flags: ordinal }),
  /** The share gamma of the panel's weights. A member that is not listed has the weight 1. */
  z.strictObject({
    kind: z.literal("weighted"),
    weights: z.array(weightSchema).refine((weights) => areDifferent(weights.map(({ seat }) => seat))),
  }),
  /** The share gamma of the panel, and this member. */
  z.strictObject({ kind: z.literal("member"), seat: seatId }),
  /** At least `flags` members of each of two groups. */
  z
    .strictObject({
      kind: z.literal("groups"),
      groups: z.tuple([groupSchema, groupSchema]),
      flags: ordinal,
    })
    .refine(
      ({ groups, flags }) => areDifferent(groups.flat()) && groups.every((group) => group.length >= flags),
    ),
]);

export type DecisionRule = z.output<typeof decisionRuleSchema>;

function areDifferent(seats: readonly string[]): boolean {
  return new Set(seats).size === seats.length;
}

const partSchemas = [
  z.strictObject({ kind: z.literal("at-least"), flags: ordinal }),
  z.strictObject({ kind: z.literal("weighted"), weights: z.array(decimal), threshold: decimal }),
  z.strictObject({ kind: z.literal("auditor"), auditor: count }),
] as const;

/** A rule that depends on who flags, with the places of one panel as its auditors. */
export const openedRuleSchema = z.discriminatedUnion("kind", [
  ...partSchemas,
  z.strictObject({ kind: z.literal("all"), rules: z.array(z.discriminatedUnion("kind", partSchemas)) }),
]);

export type OpenedRule = z.output<typeof openedRuleSchema>;
