import { limitInWords } from "#components/rounds/people/chance-words.ts";
import type { MeanEstimate } from "#server/analysis/findings/loss-estimate.ts";
import type { RedecidedRound, WhatIfSetting } from "#server/analysis/what-if/redecide.ts";
import { writeRule } from "#server/analysis/what-if/rule-text.ts";
import { formatCount, formatNumber, formatPerHundred } from "#server/format.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { panelRuleSentence } from "#server/learner/panel/panel-rule-words.ts";

/** Describes a rule: "A pair is unfair if seat s1 flags it or at least 2 auditors flag it." */
export function ruleInWords(rule: PanelRule, seats: readonly string[]): string {
  return panelRuleSentence(rule, (auditor) => `seat ${seats[auditor] ?? ""}`);
}

/** Describes a setting by what distinguishes it: "2/3", "any(s1, 2), 25 in 100". The study's own limit is left out. */
export function settingInShort(
  { rule, alpha }: WhatIfSetting,
  seats: readonly string[],
  ownAlpha: string,
): string {
  const text = writeRule(rule, seats);
  const flags = rule.kind === "at-least" ? formatCount(rule.flags, "flag") : text;
  return alpha === ownAlpha ? flags : `${flags}, above ${limitInWords(alpha)}`;
}

/** Describes what changed, in a sentence. */
export function redecidedInWords(rounds: readonly RedecidedRound[]): string {
  const then = rounds.filter(({ reportedThen }) => reportedThen > 0).length;
  const now = rounds.filter(({ reported }) => reported.length > 0).length;
  const pairs = rounds.reduce((sum, { reported }) => sum + reported.length, 0);
  const of = `${formatNumber(now)} of ${formatCount(rounds.length, "round")}`;
  return `${of} would have ended with a report, with ${formatCount(pairs, "reported pair")} altogether; ${formatNumber(then)} did.`;
}

/** Returns the rounds in which something else would have been reported. */
export function differing(rounds: readonly RedecidedRound[]): RedecidedRound[] {
  return rounds.filter(({ reported, reportedThen }) => reported.length !== reportedThen);
}

/** Formats an estimate in 100: "31.2 (24.0 to 38.1)". A dash if there are too few outcomes. */
export function lossFigure(loss: MeanEstimate | null): string {
  if (loss === null || !loss.isSupported) return "–";
  const range =
    loss.interval && ` (${formatPerHundred(loss.interval.low)} to ${formatPerHundred(loss.interval.high)})`;
  return `${formatPerHundred(loss.mean)}${range ?? ""}`;
}
