import { z } from "zod";
import { count, ordinal } from "#server/learner/config/fields.ts";
import { hex64 } from "./fields.ts";

/** How many objections one round asks its panel about at most. */
export const objectionsPerRound = 5;

/** A person of a closed round. */
const person = { round: ordinal, position: count };

/** Bodies of the entries about objections. docs/log-format.md, section 3, is the reader's side of this file. */
export const objectionBodies = {
  /** `digest`: K(key, text). The key is stored with the text and deleted with it. */
  "objection.received": z.strictObject({ ...person, digest: hex64 }),
  /** What the panel of the round `askedIn` answered: the seats by their answers. */
  "objection.answered": z.strictObject({
    ...person,
    askedIn: ordinal,
    yes: count,
    no: count,
    unsure: count,
  }),
} as const;
