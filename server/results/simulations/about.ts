import { z } from "zod";
import { openedRuleSchema } from "#server/audit-log/decision-rule-schema.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { panelChoices, peopleChoices } from "#server/schemas/simulation-choices.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";

/** Summary of a run's plan, for lists. */
export const aboutSchema = z.strictObject({
  /** The learner by its name in the plan; of a draft by learner and mode. */
  learner: z.string(),
  world: z.string(),
  rounds: z.int(),
  people: z.int(),
  alpha: z.string(),
  seats: z.int(),
  /** Null where it matters who flags. */
  neededFlags: z.int().nullable(),
  /** The rule of the places of a panel; null where flags are only counted. */
  rule: openedRuleSchema.nullable(),
  selection: z.enum(panelChoices),
  /** Of the pool. */
  members: z.int(),
  /** Of the people, before an adversary chose among them; null if none did. */
  candidates: z.strictObject({ aim: z.enum(peopleChoices), count: z.int() }).nullable(),
  openRounds: z.int(),
  /** Number of seeds. */
  runs: z.int(),
  firstSeed: z.int(),
});

export type RunAbout = z.output<typeof aboutSchema>;

/** Summarises a plan by its first learner. */
export function aboutPlan(plan: SimulationPlan): RunAbout {
  const { world, panel, candidates, learners, seeds } = plan;
  const [learner] = learners as [SimulationPlan["learners"][number]];
  const members = panel.auditors.length;
  const seats = panel.selection?.size ?? members;
  return {
    learner: "spec" in learner ? `${learner.spec.learner} ${learner.spec.mode}` : learner.name,
    world: world.kind === "synthetic" ? syntheticWords(world, plan.environment) : world.file,
    rounds: plan.horizons[0] as number,
    people: plan.roundSize,
    alpha: plan.alpha,
    ...{ seats, members, selection: panel.selection?.how ?? "everyone" },
    ...decisionBy("spec" in learner ? learner.rule : panel.rule, seats),
    candidates: candidates ?? null,
    openRounds: plan.openRounds,
    runs: seeds.length,
    firstSeed: seeds[0] as number,
  };
}

function decisionBy(rule: PanelRule, seats: number): Pick<RunAbout, "neededFlags" | "rule"> {
  if (rule.kind === "share") return { neededFlags: neededFlags(rule.gamma, seats), rule: null };
  if (rule.kind === "at-least") return { neededFlags: rule.flags, rule: null };
  return { neededFlags: null, rule: openedRuleSchema.parse(rule) };
}

function syntheticWords(
  { types, rules, seed }: { types: number; rules: number; seed: number },
  { kind, ...value }: SimulationPlan["environment"],
): string {
  return `synthetic ${types}/${rules}/${seed}, ${[kind, ...Object.values(value)].join(":")}`;
}
