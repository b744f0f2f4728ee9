import { z } from "zod";
import { anyHeadSchema, type StateHead } from "#server/learner/interface/serialised-state.ts";
import { personId } from "./fields.ts";
import { taggedHash } from "./hash.ts";
import { personIdPattern } from "./pseudonyms.ts";

/** The head of a state, in which people have the log's pseudonyms. */
export const stateHeadSchema: z.ZodType<StateHead> = anyHeadSchema.refine((head) => {
  const verdicts = "verdicts" in head ? [...head.verdicts, ...(head.before?.verdicts ?? [])] : [];
  return verdicts.flatMap(({ high, low }) => [high, low]).every((name) => personIdPattern.test(name));
});

/** The part of a stored state without the totals: the head, and the cells of the people whom it names. */
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
