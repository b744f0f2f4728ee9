import { formatNumber, formatPoints } from "#server/format.ts";
import type { Prior } from "#server/learner/config/spec.ts";
import type { GuardedDraft, SettingsDraft } from "#server/study/draft.ts";
import type { PriorKind } from "#server/study/settings/prior.ts";
import type { ChoiceOption } from "../choices.tsx";
import { draftPromise, promiseSentence } from "./promise.ts";

/** Descriptions of mode `guarded`: its dial, its other settings, the draw and the start. */

type Allowance = GuardedDraft["allowance"];

/** Options of the dial: how fast the limit rises after rounds without a report. */
export const allowances: readonly ChoiceOption<Allowance>[] = [
  { value: "1", title: "Few (recommended)", what: "The limit rises slowly after rounds without a report." },
  {
    value: "1.5",
    title: "More",
    what: "The limit rises faster. There are more pairs to judge, but in our simulations no fewer wrong decisions.",
  },
  { value: "2", title: "Most", what: "The limit rises fastest." },
];

/**
 * Returns the options of the dial, each with its exact guarantee; without guarantees while a setting that they depend
 * on is invalid.
 */
export function allowanceChoices(settings: SettingsDraft): ChoiceOption<Allowance>[] {
  return allowances.map((choice) => {
    const promise = draftPromise(settings, choice.value);
    return promise === null
      ? choice
      : { ...choice, what: `${choice.what} Guarantee: ${promiseSentence(promise)}.` };
  });
}

/** Label and explanation of each further setting. */
export const guardedFields: readonly {
  readonly name: Exclude<keyof GuardedDraft, "allowance">;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    name: "tauStart",
    label: "Limit at the start, beyond alpha (tau)",
    hint: "0.1: the panel has pairs to judge from round 1 on. 0: none in round 1. 0.2 or more: one or two reports more for ever.",
  },
  {
    name: "step",
    label: "Step of the limit",
    hint: "How far the limit falls after a round with a report. Half or twice as much changed little in our simulations.",
  },
  {
    name: "pace",
    label: "Pace (M)",
    hint: "How much faster than the worst case it may learn. 3 learns slower; 30 brought nothing.",
  },
  {
    name: "trust",
    label: "Trust in a verdict (Lambda)",
    hint: "How much weight one remembered verdict may move. With 1 chances had to be corrected three times as much.",
  },
  {
    name: "budget",
    label: "Budget of corrections (B)",
    hint: "How much chances may be moved to keep the limit. The promise is certain for a number of rounds that grows with its square; the bound on errors grows with it too.",
  },
  {
    name: "forget",
    label: "Forgetting",
    hint: "Empty: nothing is forgotten. 5 helped where outcomes changed their meaning, and cost little where not. No theorem covers it.",
  },
];

export const drawChoices: readonly ChoiceOption<SettingsDraft["draw"]>[] = [
  {
    value: "even",
    title: "Evenly",
    what: "As many people are picked as their chances add up to, rounded up or down. Everybody’s chance is exact.",
  },
  {
    value: "one-rule",
    title: "By one rule for everybody",
    what: "As the paper draws: a rule is drawn and decides about all. It may pick nobody, or everybody.",
  },
];

export const starts: readonly ChoiceOption<PriorKind>[] = [
  {
    value: "constants",
    title: "Half of the weight on “nobody” and “everybody”",
    what: "People start with chances near each other, which the panel and the outcomes then move apart.",
  },
  {
    value: "uniform",
    title: "The same weight for every rule",
    what: "Where people start depends on which rules there are.",
  },
  {
    value: "share",
    title: "A wanted share of acceptances",
    what: "As the first, with the half shared so that people are picked that often at the start.",
  },
  {
    value: "score",
    title: "A score in use today",
    what: "Starts near the policy in force: four fifths of the score, one fifth as the first.",
  },
  {
    value: "records",
    title: "Past records",
    what: "People of before with how it went, all of them or only those once accepted. They say nothing about what a panel finds fair.",
  },
];

/** Describes how a published study started. */
export function priorWords(prior: Prior | undefined): string {
  if (prior === undefined) return "with the same weight for every rule";
  const constants = `${formatPoints(Number(prior.none), 4)} of 100 parts of the weight on “nobody” and ${formatPoints(Number(prior.all), 4)} on “everybody”`;
  if (prior.kind === "constants") return `with ${constants}`;
  const warm = formatPoints(1 - Number(prior.keep), 4);
  if (prior.kind === "score") {
    return `near the score “${prior.column}”: ${warm} of 100 parts of a chance are the score, rounded down to the next cut point; the rest has ${constants}`;
  }
  return `with what ${formatNumber(prior.count)} past records say for ${warm} of 100 parts; the rest has ${constants}`;
}

/** Describes how a published study draws. */
export function drawWords(draw: "even" | undefined): string {
  return draw === "even"
    ? "evenly: as many as the chances add up to, rounded up or down"
    : "by one rule for everybody";
}
