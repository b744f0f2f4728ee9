import * as t from "#messages/decisionRules.ts";
import * as rounds from "#messages/rounds.ts";
import type { DecisionRule, OpenedRule } from "#server/audit-log/decision-rule.ts";
import { formatList } from "#server/format.ts";
import type { Gamma } from "#server/learner/config/spec.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import type { DecidingPanel } from "#server/rounds/deciding-panel.ts";

/** Words which flags report a pair: "3 of 5", "seat s2 and 3 of 5", "2 of the seats s1, s2". */
export function neededInWords({ neededFlags: flags, rule, seatCount, seats }: DecidingPanel): string {
  return ruleInWords(rule ?? { kind: "at-least", flags }, seatCount, seats);
}

function ruleInWords(rule: OpenedRule, seatCount: number, seats: readonly string[]): string {
  switch (rule.kind) {
    case "at-least":
      return t.countOf({ needed: rule.flags, seats: seatCount });
    case "auditor":
      return t.seatNamed({ seat: seats[rule.auditor] ?? "" });
    case "all":
      return formatList(rule.rules.map((part) => ruleInWords(part, seatCount, seats)));
    case "weighted": {
      const { weights, threshold: needed } = rule;
      const members = seats.filter((_, place) => weights[place] !== "0");
      // a group of the panel: its members weigh 1, all others 0
      if (members.length < seatCount) return t.someOf({ needed, seats: members.join(", ") });
      const total = weights.reduce((sum, weight) => sum + Number(weight), 0);
      return t.byWeight({ needed, total: String(total) });
    }
  }
}

type Settings = { readonly gamma: Gamma; readonly rule?: DecisionRule };

/** Words a study's rule of decision: "3 of 5" for a share, and a sentence for any other rule. */
export function decisionRuleWords({ gamma, rule }: Settings, seatCount: number): string {
  const share = `${gamma.numerator}/${gamma.denominator}`;
  if (rule !== undefined) return t.inWords({ ...none, kind: kinds[rule.kind], share, ...partsOf(rule) });
  if (seatCount === 0) return rounds.neededShare({ share });
  return t.countOf({ needed: neededFlags(gamma, seatCount), seats: seatCount });
}

const none = { flags: 0, weights: "", seat: "", groups: "" };
const kinds = { "at-least": "atLeast", weighted: "weighted", member: "member", groups: "groups" } as const;

function partsOf(rule: DecisionRule): Partial<typeof none> {
  switch (rule.kind) {
    case "at-least":
      return { flags: rule.flags };
    case "member":
      return { seat: rule.seat };
    case "weighted":
      return { weights: formatList(rule.weights.map((one) => t.seatWeight(one))) };
    case "groups":
      return { flags: rule.flags, groups: rule.groups.map((group) => group.join(", ")).join("; ") };
  }
}
