import { z } from "zod";

/** The name and version of the format. */
export const policyFormat = "evenhand-policy/1";

/** The most rules with a weight, or cuts of thresholds, that a policy file lists. */
export const mostListedRules = 20_000;

const decimal = z.string().regex(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?$/);

/** A condition by its number, from 1; a negative number is its opposite. */
const literal = z.int();

const acceptsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("all") }),
  z.strictObject({ kind: z.enum(["all-of", "any-of", "odd-of"]), conditions: z.array(literal) }),
  z.strictObject({ kind: z.literal("ways"), ways: z.array(z.array(literal)) }),
  z.strictObject({
    kind: z.literal("steps"),
    steps: z.array(z.strictObject({ condition: literal, accepts: z.boolean() })),
  }),
  z.strictObject({
    kind: z.literal("points"),
    needed: z.int(),
    points: z.array(z.strictObject({ condition: literal, points: z.int() })),
  }),
]);

const columnSumsSchema = z.strictObject({
  /** The weight of "accept everyone". */
  everyone: decimal,
  total: decimal,
  columns: z.array(
    z.strictObject({
      column: z.string(),
      cuts: z.array(decimal),
      /** The accepting weight of the column by the number of cuts below the cell: one more than cuts. */
      accepted: z.array(decimal),
      /** The accepting weight of an empty cell. */
      blank: decimal,
    }),
  ),
});

/** The policy of one round as a file. docs/policy-file.md explains each key. */
export const policyFileSchema = z.strictObject({
  format: z.literal(policyFormat),
  study: z.string(),
  round: z.int().min(1),
  opening: z.strictObject({ seq: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  learner: z.enum(["exp2", "ftpl"]),
  mode: z.enum(["known", "paper", "ix", "guarded"]),
  rulesInClass: z.int().min(2),
  eta: decimal.nullable(),
  prior: z
    .strictObject({ kind: z.enum(["constants", "score", "records"]), none: decimal, all: decimal })
    .nullable(),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(["number", "category", "text"]),
      label: z.string(),
      unit: z.string(),
      /** Whether numbers are days since 1970, shown as dates. */
      isDate: z.boolean(),
      /** Labels of values. */
      words: z.record(z.string(), z.string()),
      /** Of the people in rounds so far; null for other columns and where features are unknown. */
      range: z.strictObject({ from: decimal, to: decimal }).nullable(),
      values: z.array(z.string()).nullable(),
    }),
  ),
  conditions: z.array(
    z.strictObject({
      column: z.string(),
      test: z.enum(["at-most", "above", "is", "is-not", "is-blank"]),
      value: z.string(),
      blank: z.literal("pass").optional(),
    }),
  ),
  rules: z.array(
    z.strictObject({
      rule: z.int().min(0),
      words: z.string(),
      accepts: acceptsSchema,
      weight: decimal,
      /** Only where the round had to reach a number of picks. */
      roundWeight: decimal.optional(),
    }),
  ),
  /** Only where weights are summed by column. */
  columnSums: z.strictObject({ base: columnSumsSchema, round: columnSumsSchema }).nullable(),
  published: z.strictObject({
    limit: decimal.nullable(),
    pull: decimal,
    target: decimal,
    picks: z
      .strictObject({
        rule: z.enum(["exactly", "at-least", "at-most", "average"]),
        count: decimal,
        nu: decimal,
      })
      .nullable(),
    none: decimal,
    all: decimal,
    /** Whether chances are whole multiples of 10^-15. */
    isRounded: z.boolean(),
    corrections: z.array(z.strictObject({ position: z.int().min(0), from: decimal, to: decimal })),
  }),
});

export type PolicyFile = z.output<typeof policyFileSchema>;
export type RuleForm = z.output<typeof acceptsSchema>;
export type ColumnSums = z.output<typeof columnSumsSchema>;
