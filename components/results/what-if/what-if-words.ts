import * as t from "#messages/whatIf.ts";
import type { RedecidedRound } from "#server/analysis/what-if/redecide.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";

/** Describes a rule: "A pair is unfair if seat s1 flags it or at least 2 auditors flag it." */
export function ruleInWords(rule: PanelRule, seats: readonly string[]): string {
  return t.unfairIf({ clause: clauseOf(rule, seats) });
}

function clauseOf(rule: PanelRule, seats: readonly string[]): string {
  switch (rule.kind) {
    case "at-least":
      return t.atLeastFlags({ count: rule.flags });
    case "share":
      return t.shareFlags({ share: `${rule.gamma.numerator}/${rule.gamma.denominator}` });
    case "auditor":
      return t.seatFlags({ seat: seats[rule.auditor] ?? "" });
    case "weighted": {
      const weights = rule.weights.map((weight, auditor) =>
        t.seatWeight({ seat: seats[auditor] ?? "", weight }),
      );
      return t.weightsFlag({ threshold: rule.threshold, weights: weights.join(", ") });
    }
    default: {
      const join = rule.kind === "any" ? t.either : t.both;
      return rule.rules.map((part) => partOf(part, seats)).reduce((one, other) => join({ one, other }));
    }
  }
}

/** Words a part of a rule, in brackets if it has an "or" or an "and" of its own. */
function partOf(rule: PanelRule, seats: readonly string[]): string {
  const clause = clauseOf(rule, seats);
  return "rules" in rule && rule.rules.length > 1 ? `(${clause})` : clause;
}

/** Describes what changed, in a sentence. */
export function redecidedInWords(rounds: readonly RedecidedRound[]): string {
  const then = rounds.filter(({ reportedThen }) => reportedThen > 0).length;
  const now = rounds.filter(({ reported }) => reported.length > 0).length;
  const pairs = rounds.reduce((sum, { reported }) => sum + reported.length, 0);
  return t.redecided({ now, rounds: rounds.length, pairs, then });
}

/** Returns the rounds in which something else would have been reported. */
export function differing(rounds: readonly RedecidedRound[]): RedecidedRound[] {
  return rounds.filter(({ reported, reportedThen }) => reported.length !== reportedThen);
}
