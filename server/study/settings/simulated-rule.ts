import type { DecisionRuleDraft } from "#server/study/decision-rule-draft.ts";
import type { DecidingDraft } from "./decision-rule.ts";

/** The settings of a simulation on which its rule of decision depends. */
type SimulatedRule = DecisionRuleDraft & {
  readonly seats: number;
  readonly neededFlags: number;
  /** How panels are chosen. */
  readonly selection: string;
};

/** Returns the rule of decision of a simulation with the settings on which it depends, as a draft has them. */
export function decidingDraft(settings: SimulatedRule): DecidingDraft {
  const { seats, neededFlags, selection, kind, seat, weights, first, second, each } = settings;
  return {
    seats: String(seats),
    neededFlags: String(neededFlags),
    decisionRule: { kind, seat, weights, first, second, each },
    panelSelection: { how: selection === "everyone" ? "everyone" : "by-lot", quotas: [] },
  };
}
