import { z } from "zod";
import { DEFAULTS, LIMITS } from "#server/learner/spec/params.ts";
import { decimal, name, whole } from "./config-values.ts";

const learnerSchema = z.strictObject({
  name,
  learner: z.enum(["exp2", "ftpl"]).default("exp2"),
  mode: z.enum(["known", "paper", "ix"]).default(DEFAULTS.mode),
  /** The learner is not told T. */
  anytime: z.boolean().default(false),
  /** False: the panel judges and is counted, the learner hears nothing: C = 0. */
  hearsPanel: z.boolean().default(true),
  fairnessMultiplier: decimal.default(DEFAULTS.fairnessMultiplier),
  pairRule: z.enum(["average", "largest-gap", "most-flags"]).exactOptional(),
  rejectedHalves: z.enum(["at-close", "when-settled"]).default(DEFAULTS.rejectedHalves),
  delta: decimal.exactOptional(),
  resampleCount: whole(1, LIMITS.resampleCount).exactOptional(),
  omegaMultiplier: decimal.exactOptional(),
});

/** Learners that have a name of their own. */
const knownLearners: Readonly<Record<string, z.input<typeof learnerSchema>>> = {
  default: { name: "default" },
  paper: { name: "paper", mode: "paper" },
  ix: { name: "ix", mode: "ix" },
  anytime: { name: "anytime", anytime: true },
  "no-fairness": { name: "no-fairness", hearsPanel: false },
  ftpl: { name: "ftpl", learner: "ftpl" },
  "ftpl-paper": { name: "ftpl-paper", learner: "ftpl", mode: "paper" },
};

const namedLearner = z.string().transform((text, context) => {
  const known = Object.hasOwn(knownLearners, text) ? knownLearners[text] : undefined;
  if (known !== undefined) return known;
  const expected = Object.keys(knownLearners).join(", ");
  const message = `found ${JSON.stringify(text)}, expected one of ${expected}, or an object`;
  context.issues.push({ code: "custom", message, input: text });
  return z.NEVER;
});

/** A learner by its known name, or spelled out. */
export const learnerChoiceSchema = z.union([namedLearner.pipe(learnerSchema), learnerSchema]);
