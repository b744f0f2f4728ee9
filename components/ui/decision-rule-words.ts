import * as t from "#messages/decisionRules.ts";
import * as needed from "#messages/neededFlags.ts";
import type { DecisionRule } from "#server/audit-log/decision-rule-schema.ts";
import { formatList } from "#server/format.ts";
import type { Gamma } from "#server/learner/config/spec.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { messageKey } from "#server/locale.ts";

type Settings = { readonly gamma: Gamma; readonly rule?: DecisionRule };

/** Words a study's rule of decision: "3 of 5" for a share, and a sentence for any other rule. */
export function decisionRuleWords({ gamma, rule }: Settings, seatCount: number): string {
  const share = `${gamma.numerator}/${gamma.denominator}`;
  if (rule !== undefined) return t.inWords({ ...none, kind: messageKey(rule.kind), share, ...partsOf(rule) });
  if (seatCount === 0) return needed.neededShare({ share });
  return needed.countOf({ needed: neededFlags(gamma, seatCount), seats: seatCount });
}

const none = { flags: 0, weights: "", seat: "", groups: "" };

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
