import { z } from "zod";
import { docketSettingSchema } from "#server/audit-log/entries.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import {
  hypothesesSchema,
  type LearnerSpec,
  learnerSpecSchema,
  type PanelRule,
} from "#server/learner/config/spec.ts";
import { compareDecimals, halveDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { checkCandidates } from "#server/simulation/engine/candidates.ts";
import { checkSelection } from "#server/simulation/engine/panel-choice.ts";
import { draftParts } from "#server/study/draft.ts";
import { learnerChoiceSchema } from "./learner-choice.ts";
import { candidatesSchema, panelSelectionSchema } from "./opponent-schemas.ts";
import { decimal, environmentSchema, name, share, whole } from "./plan-values.ts";

/** "2/3" as a share of the panel. */
const gammaSchema = z.string().transform((text, context): PanelRule => {
  const [, numerator, denominator] = /^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? [];
  const gamma = { numerator: Number(numerator), denominator: Number(denominator) };
  if (gamma.numerator >= 1 && gamma.numerator <= gamma.denominator) return { kind: "share", gamma };
  const message = `found ${JSON.stringify(text)}, expected a fraction above 0 and at most 1, such as 2/3`;
  context.issues.push({ code: "custom", message, input: text });
  return z.NEVER;
});

/** A share, or a rule spelled out. bindPanelRule checks it when the number of seats is known. */
const panelRuleSchema = z.union([gammaSchema, z.custom<PanelRule>((rule) => typeof rule === "object")]);

const columnSchema = z.union([
  name.transform((column) => ({ column, name: column, type: undefined })),
  z
    .strictObject({
      column: name,
      name: name.optional(),
      type: z.enum(["number", "category", "text"]).optional(),
    })
    .transform((column) => ({
      column: column.column,
      name: column.name ?? column.column,
      type: column.type,
    })),
]);

const worldSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("synthetic"),
    types: whole(2, 1_000).default(12),
    rules: whole(3, LIMITS.listedRules + 2).default(40),
    seed: whole(0, 2_147_483_647).default(7),
  }),
  z.strictObject({
    kind: z.literal("file"),
    file: name,
    /** Columns of the file that rules may use. */
    features: z.array(columnSchema).min(1),
    /** Columns that only auditors see, in addition to the features. */
    shown: z.array(columnSchema).default([]),
    outcome: z.union([
      z.strictObject({ column: name, yes: z.array(z.string()).min(1), no: z.array(z.string()).min(1) }),
      /** A stand-in outcome: yes if more than half of these number columns are at least this value. */
      z.strictObject({ majority: z.array(name).min(1), atLeast: z.number() }),
    ]),
    rules: z
      .union([
        hypothesesSchema,
        /** Thresholds at this many quantiles of every number feature; with a depth, decision trees over these cuts. */
        z.strictObject({
          kind: z.literal("quantile-cuts"),
          count: whole(1, 1_000),
          depth: z.literal([...LIMITS.treeDepths]).exactOptional(),
        }),
      ])
      .default({ kind: "quantile-cuts", count: 9 }),
  }),
  z.strictObject({
    kind: z.literal("draft"),
    /** The file of people and its SHA-256. */
    file: name,
    hash: z.string().regex(hex64Pattern),
    /** The file of a long list of rules. The learners identify the list by its hash. */
    rulesFile: name.exactOptional(),
    /** How the file is read, with the assumed outcome as its outcome. */
    people: draftParts.people.unwrap(),
    /** The share of yes if no column is assumed; null if one is. */
    luck: share.nullable(),
  }),
]);

const habits = {
  slip: share.exactOptional(),
  looksAt: whole(0, 1_000_000).exactOptional(),
  wrong: share.exactOptional(),
  overlooks: share.exactOptional(),
  isHostile: z.boolean().exactOptional(),
};
const auditorSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("distance"),
    weights: z.record(z.string(), z.number().min(0)),
    cutOff: z.number().positive().exactOptional(),
    ...habits,
  }),
  z.strictObject({ kind: z.literal("score"), column: name, range: z.number().positive(), ...habits }),
  z.strictObject({ kind: z.literal("silent") }),
  z.strictObject({ kind: z.literal("copy"), of: whole(0, LIMITS.seats) }),
]);

const auditorsSchema = z.array(auditorSchema).min(1).max(LIMITS.seats);

/** The learner of a draft, and what else one of its settings decides. */
const draftLearnerSchema = z.strictObject({
  name,
  spec: learnerSpecSchema as z.ZodType<LearnerSpec>,
  /** Instead of the rule and the auditors of all learners. */
  rule: panelRuleSchema,
  auditors: auditorsSchema.exactOptional(),
  docket: docketSettingSchema,
});

const delaySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("fixed"), rounds: whole(0, 1_000_000) }),
  z.strictObject({ kind: z.literal("geometric"), mean: z.number().positive() }),
]);

const outcomesSchema = z
  .strictObject({
    delay: delaySchema.default({ kind: "none" }),
    lostShare: z.number().min(0).lt(1).default(0),
  })
  .prefault({});

const seedsSchema = z
  .union([
    whole(1, 10_000).transform((count) => Array.from({ length: count }, (_, i) => i + 1)),
    z.array(whole(0, 2_147_483_647)).min(1),
  ])
  .default([1, 2, 3, 4, 5]);

/** The number of points of each run's course. */
const seriesSchema = whole(4, 1_000).exactOptional();

/** Studies over every combination of a learner, a panel's rule, a number of rounds and a seed. */
const planSchema = z
  .strictObject({
    world: worldSchema.prefault({ kind: "synthetic" }),
    environment: environmentSchema.default({ kind: "iid" }),
    /** Present: an adversary chooses the people of each round. */
    candidates: candidatesSchema.exactOptional(),
    panel: z
      .strictObject({
        auditors: auditorsSchema.default([
          { kind: "distance", weights: { east: 0.6 } },
          { kind: "distance", weights: { north: 0.6 } },
          { kind: "distance", weights: { east: 0.4, north: 0.4 } },
        ]),
        /** How the panel of each round is chosen from the auditors; everyone if absent. */
        selection: panelSelectionSchema.exactOptional(),
        /** When flags make a violation. */
        rule: panelRuleSchema.prefault("2/3"),
      })
      .prefault({}),
    learners: z
      .array(z.union([learnerChoiceSchema, draftLearnerSchema]))
      .min(1)
      .prefault(["default"]),
    roundSize: whole(2, LIMITS.roundSize).default(4),
    alpha: decimal.default("0.2"),
    /** Half of alpha unless set. */
    eps: decimal.optional(),
    outcomes: outcomesSchema,
    openRounds: whole(1, 20).default(1),
    horizons: z.array(whole(1, LIMITS.horizon)).min(1).default([1_000]),
    seeds: seedsSchema,
    series: seriesSchema,
    frontier: z
      .strictObject({ rules: z.array(panelRuleSchema).min(1), closedLoop: z.boolean().default(false) })
      .exactOptional(),
  })
  .transform((plan) => ({ ...plan, eps: plan.eps ?? halveDecimal(plan.alpha) }))
  .superRefine(
    ({ world, alpha, eps, panel, candidates, roundSize, frontier, learners, horizons, seeds }, context) => {
      const say = (path: string, message: string) =>
        context.issues.push({ code: "custom", path: [path], message, input: undefined });
      if (compareDecimals(alpha, "0") <= 0 || compareDecimals(alpha, "1") >= 0) {
        say("alpha", `found ${alpha}, expected above 0 and below 1`);
      } else if (compareDecimals(eps, "0") <= 0 || compareDecimals(eps, alpha) > 0) {
        say("eps", `found ${eps}, expected above 0 and at most alpha = ${alpha}`);
      }
      const { auditors, selection } = panel;
      const check = (path: string, refuses: () => void) => {
        const problem = problemOf(refuses);
        if (problem !== undefined) say(path, problem);
      };
      if (candidates) check("candidates", () => checkCandidates(candidates, roundSize));
      if (learners.some((learner) => "spec" in learner !== (world.kind === "draft"))) {
        say("learners", "a learner has a spec if the world is a draft, and only then");
      }
      const seatCount = selection?.size ?? auditors.length;
      for (const [path, rules] of [
        ["panel.rule", [panel.rule]],
        ["learners", learners.flatMap((learner) => ("spec" in learner ? learner.rule : []))],
        ["frontier.rules", frontier?.rules ?? []],
      ] as const) {
        for (const rule of rules) check(path, () => bindPanelRule(rule, seatCount));
        if (selection) {
          for (const rule of rules)
            check("panel.selection", () => checkSelection(selection, auditors.length, rule));
        }
      }
      const lists = { learners: learners.map((learner) => learner.name), horizons, seeds };
      for (const [path, values] of Object.entries<readonly (string | number)[]>(lists)) {
        const repeated = values.find((value, i) => values.indexOf(value) < i);
        if (repeated !== undefined) say(path, `${JSON.stringify(repeated)} is there twice`);
      }
    },
  );

/** Returns the learner's refusal in words. */
function problemOf(refuses: () => void): string | undefined {
  try {
    refuses();
    return undefined;
  } catch (error) {
    if (error instanceof LearnerError) return error.message;
    throw error;
  }
}

/** Everything that a simulation depends on, except the contents of the files that it names. */
export type SimulationPlan = z.output<typeof planSchema>;
export type PlanInput = z.input<typeof planSchema>;
export type FileWorld = Extract<SimulationPlan["world"], { kind: "file" }>;
export type LearnerChoice = Exclude<SimulationPlan["learners"][number], { spec: LearnerSpec }>;

/** A request that was refused. The message is meant for the person who made it. */
export class SimulationRefusal extends Error {
  override readonly name = "SimulationRefusal";
}

/**
 * Checks a plan and fills in its defaults.
 *
 * @throws SimulationRefusal that names every value and its limit
 */
export function parsePlan(input: unknown): SimulationPlan {
  const parsed = planSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new SimulationRefusal(parsed.error.issues.map((issue) => describe(issue, input)).join("\n"));
}

function describe(issue: z.core.$ZodIssue, input: unknown): string {
  const where = issue.path.length === 0 ? "the plan" : issue.path.join(".");
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    // the branch that came furthest is the one that the user meant
    const depth = (branch: readonly z.core.$ZodIssue[]) => Math.max(...branch.map(({ path }) => path.length));
    const branch = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0] ?? [];
    return branch.map((each) => describe({ ...each, path: [...issue.path, ...each.path] }, input)).join("\n");
  }
  const found = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
  const shown =
    found === undefined || issue.code === "custom" ? "" : ` (found ${JSON.stringify(found)?.slice(0, 80)})`;
  return `${where}: ${issue.message}${shown}`;
}
