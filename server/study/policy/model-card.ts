import type { LearningSettings } from "#server/audit-log/entries.ts";
import { formatNumber, formatPercent } from "#server/format.ts";
import type { PolicyFile } from "./policy-file.ts";

/** The number of rules that a card lists. */
const heaviest = 10;

type CardFacts = {
  readonly purpose: string;
  readonly head: { readonly seq: number; readonly hash: string };
  /** Rounds before this one. */
  readonly closed: readonly CardRound[];
};

type CardRound = {
  readonly personCount: number;
  readonly pickedCount: number;
  readonly pairCount: number;
  readonly unjudgedCount: number;
  readonly reportedPairs: number;
};

/** Writes the model card of a policy in Markdown. Every figure follows from the log. */
export function modelCardOf(
  policy: PolicyFile,
  settings: LearningSettings,
  { purpose, head, closed }: CardFacts,
): string {
  const { opening, published } = policy;
  const n = (count: number) => formatNumber(count);
  const sum = (of: (point: CardRound) => number) => closed.reduce((total, point) => total + of(point), 0);
  return [
    `# Policy of round ${policy.round} of study ${policy.study}`,
    "",
    `Published in log entry ${opening.seq}, \`${opening.hash}\`. The log ends with entry ${head.seq}, \`${head.hash}\`.`,
    "",
    "## What it is for",
    "",
    purpose,
    "",
    "## Data",
    "",
    `Before this round ${n(closed.length)} rounds with ${n(sum((each) => each.personCount))} people were closed, and ${n(sum((each) => each.pickedCount))} people were picked. Outcomes are known for picked people only.`,
    `Columns: ${policy.columns.map(({ name, type, unit }) => `${name} (${[type, unit].filter(Boolean).join(", ")})`).join("; ")}.`,
    "",
    "## Learner",
    "",
    ...learnerLines(policy, settings),
    "",
    "## Rules",
    "",
    ...ruleLines(policy),
    "",
    "## Panel and reports",
    "",
    `The panel could report a pair whose chances differ by more than ${settings.learner.alpha}. It reported ${n(sum((each) => each.reportedPairs))} of ${n(sum((each) => each.pairCount))} pairs before this round. Pairs that no auditor judged: ${n(sum((each) => each.unjudgedCount))}.`,
    "",
    "## Limits",
    "",
    `* The base policy gives each person a chance that does not depend on others. It applies neither the spread limit${published.limit === null ? "" : ` (${published.limit} in this round)`} nor a number of picks${published.picks === null ? "" : ` (${published.picks.rule} ${published.picks.count})`}.`,
    "* For values outside the ranges in the policy file, the rules were never tried.",
    "* The panel compared pairs of people. It did not compare groups of people.",
    "",
    "## Verify",
    "",
    "Download the study's record and run `npm run verify -- RECORD.jsonl`. Then compare the entry above with `opening` of the policy file. `npm run chances -- POLICY.json PEOPLE.csv --rule round` gives the chances of that entry to the last bit.",
    "",
  ].join("\n");
}

function learnerLines({ rulesInClass, prior }: PolicyFile, { learner }: LearningSettings): string[] {
  const { mode, roundSize, alpha, eps, pairRule, kernel } = learner;
  return [
    `* Learner: ${learner.learner}, mode ${mode}, kernel ${kernel}`,
    `* Class: ${learner.hypotheses.kind}, ${formatNumber(rulesInClass)} rules`,
    `* Start: ${prior === null ? "all rules alike" : `prior ${prior.kind}, accept no one ${prior.none}, accept everyone ${prior.all}`}`,
    `* Settings: at most ${formatNumber(roundSize)} people in a round, alpha ${alpha}, eps ${eps}, pair rule ${pairRule}`,
  ];
}

function ruleLines({ rules }: PolicyFile): string[] {
  const total = rules.reduce((sum, { weight }) => sum + Number(weight), 0);
  const shown = rules.toSorted((a, b) => Number(b.weight) - Number(a.weight)).slice(0, heaviest);
  return [
    `The ${formatNumber(shown.length)} heaviest of ${formatNumber(rules.length)} rules with a weight:`,
    "",
    ...shown.map(({ words, weight }) => `* ${formatPercent(Number(weight) / total)}: ${words}`),
  ];
}
