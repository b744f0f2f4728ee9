import { z } from "zod";

const predicatesSchema = z.array(
  z.strictObject({
    column: z.string(),
    test: z.enum(["at-most", "above", "is", "is-not"]),
    value: z.string(),
  }),
);

const catalogueSchemas = [
  z.strictObject({
    kind: z.literal("thresholds"),
    version: z.literal(1),
    cuts: z.array(
      z.strictObject({
        column: z.string(),
        cut: z.string(),
        side: z.enum(["at-most", "above"]).exactOptional(),
      }),
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
    longest: z.int().min(1),
  }),
  z.strictObject({
    kind: z.literal("scorecards"),
    version: z.literal(1),
    predicates: predicatesSchema,
    largestPoints: z.int().min(1),
  }),
] as const;

/** The rules of a study: a class, or a list out of classes. */
export const hypothesesSchema = z.discriminatedUnion("kind", [
  ...catalogueSchemas,
  z.strictObject({
    kind: z.literal("explicit"),
    version: z.literal(1),
    rules: z.array(
      z.union([
        z.strictObject({ from: z.discriminatedUnion("kind", catalogueSchemas), rule: z.int().min(0) }),
        z.strictObject({ column: z.string(), accepts: z.string() }),
      ]),
    ),
    separator: z.array(z.string()).exactOptional(),
  }),
]);
