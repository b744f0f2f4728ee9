import { z } from "zod";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { FixedSpec } from "#server/learner/policy/fixed.ts";
import { count, decimal, hex64, ordinal } from "./fields.ts";

const columnSchema = z.strictObject({
  name: z.string().min(1),
  type: z.enum(["number", "category", "text"]),
});

const blank = z.literal("pass").exactOptional();

/** A decimal that is the shortest of its double. */
const shortest = decimal.refine((text) => String(Number(text)) === text);

export const predicatesSchema = z.array(
  z
    .strictObject({
      column: z.string(),
      test: z.enum(["at-most", "above", "is", "is-not", "is-blank"]),
      value: z.string(),
      blank,
    })
    .refine(({ test, value }) => test !== "is-blank" || value === ""),
);

const cutSide = { side: z.enum(["at-most", "above"]).exactOptional(), blank };

const catalogueSchemas = [
  z.strictObject({
    kind: z.literal("thresholds"),
    version: z.literal(1),
    cuts: z.array(
      z.union([
        z.strictObject({ column: z.string(), cut: z.string(), ...cutSide }),
        z.strictObject({ column: z.string(), from: decimal, step: decimal, count: ordinal, ...cutSide }),
      ]),
    ),
  }),
  z.strictObject({
    kind: z.enum(["conjunctions", "signed-conjunctions", "disjunctions", "signed-disjunctions", "parities"]),
    version: z.literal(1),
    predicates: predicatesSchema,
  }),
  z.strictObject({
    kind: z.literal("decision-lists"),
    version: z.literal(1),
    predicates: predicatesSchema,
    longest: ordinal,
  }),
  z.strictObject({
    kind: z.literal("trees"),
    version: z.literal(1),
    predicates: predicatesSchema,
    depth: z.literal([2, 3]),
  }),
  z.strictObject({
    kind: z.literal("scorecards"),
    version: z.literal(1),
    predicates: predicatesSchema,
    largestPoints: ordinal,
  }),
] as const;

const hypothesesSchema = z.discriminatedUnion("kind", [
  ...catalogueSchemas,
  z.strictObject({
    kind: z.literal("explicit"),
    version: z.literal(1),
    rules: z.array(
      z.union([
        z.strictObject({ from: z.discriminatedUnion("kind", catalogueSchemas), rule: count }),
        z.strictObject({ column: z.string(), accepts: z.string() }),
      ]),
    ),
  }),
  z.strictObject({ kind: z.literal("listed"), version: z.literal(1), count: ordinal, hash: hex64 }),
]);

const constantShares = { none: decimal, all: decimal };

const priorSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("constants"), ...constantShares }),
  z.strictObject({
    kind: z.literal("score"),
    column: z.string(),
    keep: decimal,
    rules: z.array(z.strictObject({ rule: count, weight: decimal })),
    ...constantShares,
  }),
  z.strictObject({
    kind: z.literal("records"),
    count: ordinal,
    keep: decimal,
    rate: decimal,
    losses: z.array(decimal),
    ...constantShares,
  }),
]);

const guardedSchema = z.strictObject({
  allowance: decimal,
  step: decimal,
  tauStart: decimal,
  pace: decimal,
  trust: decimal,
  budget: decimal,
  forget: decimal.nullable(),
  upwards: z.literal(true).exactOptional(),
  rareYes: z.literal(true).exactOptional(),
  rememberFor: ordinal.exactOptional(),
});

export const picksSchema = z.strictObject({
  rule: z.enum(["exactly", "at-least", "at-most", "average"]),
  count: decimal,
});

export const learnerSpecSchema = z.strictObject({
  learner: z.enum(["exp2", "ftpl"]),
  version: z.literal(1),
  kernel: z.literal("portable-1"),
  mode: z.enum(["known", "paper", "ix", "guarded"]),
  columns: z.array(columnSchema),
  hypotheses: hypothesesSchema,
  roundSize: ordinal,
  horizon: ordinal.nullable(),
  afterHorizon: z.enum(["end", "anytime"]),
  alpha: shortest,
  eps: shortest,
  fairnessMultiplier: decimal,
  pairRule: z.enum(["average", "largest-gap", "most-flags", "all"]),
  rejectedHalves: z.enum(["at-close", "when-settled"]),
  prior: priorSchema.exactOptional(),
  draw: z.literal("even").exactOptional(),
  picks: picksSchema.exactOptional(),
  guarded: guardedSchema.exactOptional(),
  delta: shortest.exactOptional(),
  resampleCount: ordinal.exactOptional(),
  omegaMultiplier: decimal.exactOptional(),
}) satisfies z.ZodType<LearnerSpec>;

/** No learner: the chances are a column of the file. */
export const fixedSpecSchema = z.strictObject({
  learner: z.literal("fixed"),
  version: z.literal(1),
  columns: z.array(columnSchema),
  chance: z.strictObject({ column: z.string(), unit: z.enum(["share", "percent"]) }),
  roundSize: ordinal,
  alpha: shortest,
}) satisfies z.ZodType<FixedSpec>;
