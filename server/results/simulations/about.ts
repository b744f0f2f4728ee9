import { z } from "zod";
import { decisionOfSeats, type RoundDecision } from "#server/audit-log/decision-rule.ts";
import { openedRuleSchema } from "#server/audit-log/decision-rule-schema.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { panelChoices, peopleChoices } from "#server/schemas/simulation-choices.ts";
import type { DraftPlan, SimulationPlan, SweepPlan } from "#server/simulation/plan.ts";

/** Summary of a run's plan, for lists. */
export const aboutSchema = z.strictObject({
  /** The learner by its name in the plan; of a draft's plan by learner and mode. */
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

/** Summarises a plan by its first learner or setting. */
export function aboutPlan(plan: SimulationPlan): RunAbout {
  const { panel, seeds } = plan;
  const members = panel.auditors.length;
  const { selection } = panel;
  const seats = selection?.size ?? members;
  const { decide, ...own } = "settings" in plan ? aboutDraft(plan) : aboutSweep(plan);
  const { neededFlags: needed, rule } = decide(seats);
  return {
    ...own,
    ...{ seats, members, selection: selection?.how ?? "everyone" },
    ...{ neededFlags: rule === null ? needed : null, rule },
    candidates: ("candidates" in plan ? plan.candidates : undefined) ?? null,
    openRounds: "openRounds" in plan ? plan.openRounds : 1,
    runs: seeds.length,
    firstSeed: seeds[0] as number,
  };
}

function decisionBy(rule: SweepPlan["panel"]["rule"], seats: number): RoundDecision {
  if (rule.kind === "share") return { neededFlags: neededFlags(rule.gamma, seats), rule: null };
  if (rule.kind === "at-least") return { neededFlags: rule.flags, rule: null };
  return { neededFlags: seats, rule: openedRuleSchema.parse(rule) };
}

function aboutSweep({ world, environment, learners, horizons, roundSize, alpha, panel }: SweepPlan) {
  if (world.kind !== "synthetic") throw new Error("a plan that no page makes");
  const { kind, ...value } = environment;
  return {
    learner: learners[0]?.name as string,
    world: `made up ${world.types}/${world.rules}/${world.seed}, ${[kind, ...Object.values(value)].join(":")}`,
    rounds: horizons[0] as number,
    people: roundSize,
    alpha,
    decide: (seats: number) => decisionBy(panel.rule, seats),
  };
}

function aboutDraft({ world, settings }: DraftPlan) {
  const [first] = settings;
  if (first === undefined) throw new Error("a plan without a setting");
  const { gamma, rule } = first;
  const { learner, mode, roundSize, alpha } = first.learner;
  return {
    learner: `${learner} ${mode}`,
    world: world.file,
    rounds: first.rounds,
    people: roundSize,
    alpha,
    decide: (seats: number): RoundDecision =>
      decisionOfSeats({ gamma, ...(rule && { rule }) }, seats) ?? { neededFlags: seats, rule: null },
  };
}
