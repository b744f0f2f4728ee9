import { z } from "zod";
import { count, ordinal } from "#server/learner/config/fields.ts";
import { hex64 } from "./fields.ts";

/** The maximum number of objections about which one round asks its panel. */
export const objectionsPerRound = 5;

/** A person of a closed round. */
const person = { round: ordinal, position: count };

/** Bodies of the entries about objections, as documented in docs/log-format.md, section 3. */
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
