import { z } from "zod";
import { DEFAULTS, LIMITS } from "#server/learner/config/defaults.ts";
import { picksSchema } from "#server/learner/config/spec.ts";
import { decimal, name, whole } from "./plan-values.ts";

const learnerSchema = z.strictObject({
  name,
  learner: z.enum(["exp2", "ftpl"]).default("exp2"),
  mode: z.enum(["known", "paper", "ix", "guarded"]).default(DEFAULTS.mode),
  /** Whether the learner runs without knowing T. */
  anytime: z.boolean().default(false),
  /** False: the panel judges and its violations are counted, but the learner receives none: C = 0. */
  hearsPanel: z.boolean().default(true),
  fairnessMultiplier: decimal.default(DEFAULTS.fairnessMultiplier),
  pairRule: z.enum(["average", "largest-gap", "most-flags"]).exactOptional(),
  /** Absent: when-settled, and in mode guarded at-close, the only value it accepts. */
  rejectedHalves: z.enum(["at-close", "when-settled"]).exactOptional(),
  /** What rules start with. Absent: uniform, and in mode guarded half on the constants. */
  prior: z.union([z.literal("uniform"), z.strictObject({ none: decimal, all: decimal })]).exactOptional(),
  /** How a draw picks people. Absent: one-rule, and in mode guarded even. */
  draw: z.enum(["even", "one-rule"]).exactOptional(),
  /** How many of a round's people are picked. Absent: as many as the policy accepts. */
  picks: picksSchema.exactOptional(),
  /** Settings of mode guarded that differ from its defaults. */
  guarded: z
    .strictObject({
      allowance: decimal.exactOptional(),
      step: decimal.exactOptional(),
      tauStart: decimal.exactOptional(),
      pace: decimal.exactOptional(),
      trust: decimal.exactOptional(),
      budget: decimal.exactOptional(),
      forget: decimal.exactOptional(),
      upwards: z.literal(true).exactOptional(),
      rareYes: z.literal(true).exactOptional(),
      rememberFor: whole(1, LIMITS.rememberedOpenings).exactOptional(),
    })
    .exactOptional(),
  delta: decimal.exactOptional(),
  resampleCount: whole(1, LIMITS.resampleCount).exactOptional(),
  omegaMultiplier: decimal.exactOptional(),
});

/** Learners with a name of their own. */
const knownLearners: Readonly<Record<string, z.input<typeof learnerSchema>>> = {
  default: { name: "default" },
  paper: { name: "paper", mode: "paper" },
  ix: { name: "ix", mode: "ix" },
  anytime: { name: "anytime", anytime: true },
  guarded: { name: "guarded", mode: "guarded" },
  "guarded-one-rule": { name: "guarded-one-rule", mode: "guarded", draw: "one-rule" },
  "guarded-uniform": { name: "guarded-uniform", mode: "guarded", prior: "uniform" },
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
