import { limitInWords } from "#components/rounds/people/chance-words.ts";
import * as t from "#messages/whatIf.ts";
import type { MeanEstimate } from "#server/analysis/findings/loss-estimate.ts";
import type { RedecidedRound, WhatIfSetting } from "#server/analysis/what-if/redecide.ts";
import { writeRule } from "#server/analysis/what-if/rule-text.ts";
import { formatPerHundred } from "#server/format.ts";
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

/** Describes a setting by what distinguishes it: "2/3", "any(s1, 2), 25 in 100". The study's own limit is left out. */
export function settingInShort(
  { rule, alpha }: WhatIfSetting,
  seats: readonly string[],
  ownAlpha: string,
): string {
  const text = writeRule(rule, seats);
  const flags = rule.kind === "at-least" ? t.settingFlags({ count: rule.flags }) : text;
  return alpha === ownAlpha ? flags : t.settingAbove({ flags, limit: limitInWords(alpha) });
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

/** Formats an estimate in 100: "31.2 (24.0 to 38.1)". A dash if there are too few outcomes. */
export function lossFigure(loss: MeanEstimate | null): string {
  if (loss === null || !loss.isSupported) return "–";
  const value = formatPerHundred(loss.mean);
  if (loss.interval === null) return value;
  const { low, high } = loss.interval;
  return t.withRange({ value, low: formatPerHundred(low), high: formatPerHundred(high) });
}
