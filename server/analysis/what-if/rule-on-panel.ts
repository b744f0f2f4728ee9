import type { PanelRule } from "#server/learner/config/spec.ts";
import { alignDecimals } from "#server/learner/numeric/decimal.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { type PlaceSet, placesIn } from "./explored-round.ts";

/**
 * Converts a rule about a study's seats to one about the places of a panel. A seat that is not on the panel flags
 * nothing.
 *
 * @param rule its auditors are numbers in `seats`
 * @param seats every seat of the study
 * @param panel the seats by place
 * @returns null where no flags could satisfy it, such as three flags on a panel of two
 */
export function ruleOnPanel(
  rule: PanelRule,
  seats: readonly string[],
  panel: readonly string[],
): PanelRule | null {
  switch (rule.kind) {
    case "at-least":
      return rule.flags <= panel.length ? rule : null;
    case "share":
      return rule;
    case "auditor": {
      const place = panel.indexOf(seats[rule.auditor] ?? "");
      return place < 0 ? null : { kind: "auditor", auditor: place };
    }
    case "weighted": {
      const weights = panel.map((seat) => rule.weights[seats.indexOf(seat)] ?? "0");
      const [threshold = 0n, ...exact] = alignDecimals([rule.threshold, ...weights]);
      const most = exact.reduce((sum, weight) => sum + weight, 0n);
      return most < threshold ? null : { kind: "weighted", weights, threshold: rule.threshold };
    }
    default: {
      const parts = rule.rules.map((part) => ruleOnPanel(part, seats, panel));
      const possible = parts.filter((part) => part !== null);
      const isPossible = rule.kind === "any" ? possible.length > 0 : possible.length === parts.length;
      return isPossible ? { kind: rule.kind, rules: possible } : null;
    }
  }
}

/**
 * Prepares a rule for the panels of a study. It is bound once for each panel, and decided once for each set of places:
 * 2,000 rounds of nine seats have at most 512 of them.
 *
 * @throws LearnerError as bindPanelRule, for the rule itself, and at the first panel that it does not fit
 */
export function rulesByPanel(rule: PanelRule, seats: readonly string[]) {
  bindPanelRule(rule, Math.max(1, seats.length));
  const byPanel = new Map<string, (flags: PlaceSet) => boolean>();
  return (panel: readonly string[]): ((flags: PlaceSet) => boolean) => {
    const key = panel.join(" ");
    const decides = byPanel.get(key) ?? decider(ruleOnPanel(rule, seats, panel), panel.length);
    byPanel.set(key, decides);
    return decides;
  };
}

function decider(rule: PanelRule | null, seatCount: number): (flags: PlaceSet) => boolean {
  if (rule === null) return () => false;
  const { decides } = bindPanelRule(rule, seatCount);
  const known = new Map<PlaceSet, boolean>();
  return (flags) => {
    const before = known.get(flags);
    if (before !== undefined) return before;
    const holds = decides(new Set(placesIn(flags)));
    known.set(flags, holds);
    return holds;
  };
}
