import { z } from "zod";
import { count, decimal, ordinal } from "#server/learner/config/fields.ts";
import type { StateHead } from "#server/learner/interface/serialised-state.ts";
import { personId } from "./fields.ts";
import { taggedHash } from "./hash.ts";

/** Only where picks are a number on average. */
const ahead = { ahead: decimal.exactOptional() };

const openRound = { t: ordinal, ...ahead };

const guardedNumbers = {
  mixability: decimal,
  tau: decimal,
  spent: decimal,
  eta: decimal.nullable(),
  reported: z.boolean(),
  lin: decimal,
  labels: count,
  noLabels: count,
  ...ahead,
  verdicts: z
    .array(
      z.strictObject({
        high: personId,
        low: personId,
        round: ordinal,
        count: ordinal,
        bound: decimal,
        charge: decimal,
        until: ordinal.exactOptional(),
      }),
    )
    .readonly(),
};

export const stateHeadSchema = z.union([
  z.strictObject({
    learner: z.enum(["exp2", "ftpl"]),
    t: count,
    open: z.array(z.strictObject(openRound)).readonly().exactOptional(),
    size: count,
    ...ahead,
  }),
  z.strictObject({
    learner: z.literal("guarded"),
    size: count,
    t: count,
    open: z
      .array(z.strictObject({ ...openRound, hasPairs: z.boolean() }))
      .readonly()
      .exactOptional(),
    later: z
      .array(z.strictObject({ t: ordinal, reported: z.boolean() }))
      .readonly()
      .exactOptional(),
    ...guardedNumbers,
    before: z.strictObject(guardedNumbers).nullable(),
  }),
]) satisfies z.ZodType<StateHead>;

/** What a server stores of a state next to the totals: head, and the cells of the people whom it names. */
export const storedStateSchema = z.strictObject({
  head: stateHeadSchema,
  cells: z.array(z.tuple([personId, z.array(z.string().nullable())])),
});

/**
 * A learner's state as `person.erased` holds it: the data from which the next states start, without the totals
 * themselves.
 */
export type LoggedState = {
  readonly head: StateHead;
  /** SHA-256 of the bytes of the totals. */
  readonly totals: string;
};

/** Returns H("state", head, totals), the hash that `learner.updated` carries (docs/log-format-state.md). */
export function stateHash({ head, totals }: LoggedState): string {
  return taggedHash("state", head, totals);
}
