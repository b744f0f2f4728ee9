import { decisionOfSeats, openedRule } from "#server/audit-log/decision-rule.ts";
import type { SimulationSettings } from "#server/schemas/simulations.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { pointsToShare } from "#server/study/points.ts";
import { decisionRuleIn } from "#server/study/settings/decision-rule.ts";
import { decidingDraft } from "#server/study/settings/simulated-rule.ts";
import type { PlanInput } from "./plan.ts";

/** The number of points of a run's course that are kept. */
const seriesPoints = 60;

/** What the auditors of the synthetic world weigh, in turn. */
const weighed = [{ east: 0.6 }, { north: 0.6 }, { east: 0.4, north: 0.4 }] as const;

/**
 * Returns the auditors of a pool: three kinds in turn, each later three weighing less, so that no two are equal. The
 * steps are a tenth, or as small as so many auditors need.
 *
 * @param members M, from 1
 * @param wrong how many of 100 verdicts are reversed
 */
function syntheticAuditors(members: number, wrong: number): AuditorSpec[] {
  const steps = Math.max(10, Math.ceil(members / weighed.length));
  return Array.from({ length: members }, (_, member) => {
    const share = 1 - Math.floor(member / weighed.length) / steps;
    const entries = Object.entries(weighed[member % weighed.length] ?? {});
    const weights = Object.fromEntries(
      entries.map(([column, weight]) => [column, Number((weight * share).toFixed(3))]),
    );
    return { kind: "distance", weights, ...(wrong > 0 && { wrong: wrong / 100 }) };
  });
}

/** Returns the rule of decision: a share, or a rule of the numbers of the auditors. */
function ruleOf(settings: SimulationSettings): NonNullable<PlanInput["panel"]>["rule"] {
  const { gamma, rule } = decisionRuleIn(decidingDraft(settings));
  if (rule === undefined) return `${gamma.numerator}/${gamma.denominator}`;
  const decision = decisionOfSeats({ gamma, rule }, settings.seats);
  if (decision === undefined) throw new Error("a rule by which these seats cannot decide");
  return openedRule(decision);
}

type Lot = Extract<NonNullable<PlanInput["panel"]>["selection"], { how: "stratified" }>;

/** Returns a lot with at least `groupSeats` seats for each of two groups: `groupShare` in 100 members, and the others. */
export function lotOfTwoGroups({
  seats,
  members,
  groupShare,
  groupSeats,
}: Pick<SimulationSettings, "seats" | "members" | "groupShare" | "groupSeats">) {
  const inGroup = (count: number) => Math.floor((count * groupShare) / 100);
  const attribute = "group";
  return {
    size: seats,
    quotas: ["A", "B"].map((value) => ({ attribute, value, least: groupSeats, most: seats - groupSeats })),
    attributes: Array.from({ length: members }, (_, member) => [
      { name: attribute, value: inGroup(member + 1) > inGroup(member) ? "A" : "B" },
    ]),
  };
}

/**
 * Returns the plan of the settings in the form of the page.
 *
 * @param lot for the selection "stratified"
 */
export function planOfSettings(settings: SimulationSettings, lot?: Lot): PlanInput {
  const { environment: text, ...given } = settings;
  const [kind, value] = text.split(":");
  const environment =
    kind === "drift"
      ? { kind, period: Number(value) }
      : kind === "flip"
        ? { kind, at: Number(value) }
        : { kind };
  const { selection: how, seats, members, arrivals, candidates, openRounds } = given;
  return {
    world: { kind: "synthetic", types: given.types, rules: given.rules, seed: given.worldSeed },
    environment: environment as NonNullable<PlanInput["environment"]>,
    ...(arrivals !== "as-they-come" && { candidates: { aim: arrivals, count: candidates } }),
    ...(openRounds > 1 && { openRounds }),
    panel: {
      auditors: syntheticAuditors(how === "everyone" ? seats : members, given.wrong),
      ...selectionOf(how, seats, lot),
      rule: ruleOf(settings),
    },
    learners: [given.learner],
    roundSize: given.people,
    alpha: pointsToShare(given.alphaPoints),
    horizons: [given.rounds],
    seeds: Array.from({ length: given.seeds }, (_, place) => given.firstSeed + place),
    series: seriesPoints,
  };
}

function selectionOf(how: SimulationSettings["selection"], size: number, lot: Lot | undefined) {
  if (how === "everyone") return {};
  if (how !== "stratified") return { selection: { how, size } };
  if (lot === undefined) throw new Error("a stratified lot without its lottery");
  return { selection: lot };
}
