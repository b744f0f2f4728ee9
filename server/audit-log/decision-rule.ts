import type { Gamma, PanelRule } from "#server/learner/config/spec.ts";
import { neededFlags, shareOf } from "#server/learner/panel/needed-flags.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import type { DecisionRule, OpenedRule } from "./decision-rule-schema.ts";
import { seatIdOf } from "./seats.ts";

/** How the panel of a round decides, as the round's opening records it. */
export type RoundDecision = {
  /** The smallest number of flags with which a pair can be reported. Without a rule, this number is sufficient. */
  readonly neededFlags: number;
  /** The rule, if it depends on who flags: its auditors are the places of the panel. */
  readonly rule: OpenedRule | null;
};

type PanelOfRound = {
  /** The seats by place. */
  readonly panel: readonly string[];
  /** Whether a seat was removed before the opening. */
  readonly hasLeft: (seat: string) => boolean;
};

/**
 * Returns how a panel decides under a study's rule. A seat that takes over a place takes over its part in the rule. A
 * named member who has left the study is no longer needed, and a group needs no more members than have stayed.
 *
 * @returns undefined if the panel cannot decide: it has fewer members than flags are needed, lacks the named member,
 *   or has too few members of a group
 * @throws LearnerError "gamma-outside"
 */
export function decisionOfPanel(
  { gamma, rule }: { readonly gamma: Gamma; readonly rule?: DecisionRule },
  { panel, hasLeft }: PanelOfRound,
): RoundDecision | undefined {
  const share = neededFlags(gamma, panel.length);
  switch (rule?.kind) {
    case undefined:
      return { neededFlags: share, rule: null };
    case "at-least":
      return rule.flags > panel.length ? undefined : { neededFlags: rule.flags, rule: null };
    case "weighted":
      return weighted(rule.weights, gamma, panel);
    case "member": {
      const place = panel.indexOf(rule.seat);
      if (place < 0) return hasLeft(rule.seat) ? { neededFlags: share, rule: null } : undefined;
      const named = { kind: "auditor", auditor: place } as const;
      return {
        neededFlags: share,
        rule: { kind: "all", rules: [named, { kind: "at-least", flags: share }] },
      };
    }
    case "groups":
      return grouped(rule, { panel, hasLeft });
  }
}

function weighted(
  listed: Extract<DecisionRule, { kind: "weighted" }>["weights"],
  gamma: Gamma,
  panel: readonly string[],
): RoundDecision {
  const known = new Map(listed.map(({ seat, weight }) => [seat, weight]));
  const weights = panel.map((seat) => known.get(seat) ?? 1);
  const threshold = shareOf(
    gamma,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  const heaviest = weights.toSorted((a, b) => b - a);
  let [least, sum] = [0, 0];
  for (; sum < threshold; least += 1) sum += heaviest[least] ?? 1;
  const rule = { kind: "weighted" as const, weights: weights.map(String), threshold: String(threshold) };
  return { neededFlags: least, rule };
}

function grouped(
  { groups, flags }: Extract<DecisionRule, { kind: "groups" }>,
  { panel, hasLeft }: PanelOfRound,
): RoundDecision | undefined {
  const parts = groups.map((group) => {
    const places = panel.map((seat) => group.includes(seat));
    const needed = Math.min(flags, group.filter((seat) => !hasLeft(seat)).length);
    const weights = places.map((isMember) => (isMember ? "1" : "0"));
    const rule = { kind: "weighted" as const, weights, threshold: String(needed) };
    return { needed, isPossible: places.filter(Boolean).length >= needed, rule };
  });
  const inUse = parts.filter(({ needed }) => needed > 0);
  const [first, second] = inUse.map(({ rule }) => rule);
  if (first === undefined || !parts.every(({ isPossible }) => isPossible)) return undefined;
  const needed = inUse.reduce((sum, part) => sum + part.needed, 0);
  return { neededFlags: needed, rule: second ? { kind: "all", rules: [first, second] } : first };
}

/**
 * Returns how the first `count` seats of a study decide.
 *
 * @returns undefined if they cannot decide: see {@link decisionOfPanel}
 */
export function decisionOfSeats(
  settings: Parameters<typeof decisionOfPanel>[0],
  count: number,
): RoundDecision | undefined {
  const panel = Array.from({ length: count }, (_, place) => seatIdOf(place + 1));
  return decisionOfPanel(settings, { panel, hasLeft: () => false });
}

/** Returns the rule by which a round's panel decides, as the learner reads it. */
export function openedRule({ neededFlags: flags, rule }: RoundDecision): PanelRule {
  return rule ?? { kind: "at-least", flags };
}

/**
 * Returns the function that decides a pair of a round from the places that flag it. Every rule is monotone: one more
 * flag never removes a report.
 *
 * @throws LearnerError as bindPanelRule
 */
export function deciderOf(
  decision: RoundDecision,
  seatCount: number,
): (places: ReadonlySet<number>) => boolean {
  return bindPanelRule(openedRule(decision), seatCount).decides;
}
