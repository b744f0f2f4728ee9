import * as t from "#messages/setupSettings.ts";
import { formatNumber, formatPoints } from "#server/format.ts";
import type { Prior } from "#server/learner/config/spec.ts";
import type { GuardedDraft, SettingsDraft } from "#server/study/draft.ts";
import type { PriorKind } from "#server/study/settings/prior.ts";
import type { ChoiceOption } from "../choices.tsx";
import { draftPromise, promiseSentence } from "./promise.ts";

/** Descriptions of mode `guarded`: its dial, its other settings, the draw and the start. */

type Allowance = GuardedDraft["allowance"];

/** Options of the dial: how fast the limit rises after rounds without a report. */
export function allowances(): ChoiceOption<Allowance>[] {
  const names = { "1": "few", "1.5": "more", "2": "most" } as const;
  return (["1", "1.5", "2"] as const).map((value) => {
    const allowance = names[value];
    return { value, title: t.allowance({ allowance }), what: t.allowanceWhat({ allowance }) };
  });
}

/**
 * Returns the options of the dial, each with its exact guarantee; without guarantees while a setting that they depend
 * on is invalid.
 */
export function allowanceChoices(settings: SettingsDraft): ChoiceOption<Allowance>[] {
  return allowances().map((choice) => {
    const promise = draftPromise(settings, choice.value);
    return promise === null
      ? choice
      : { ...choice, what: `${choice.what} ${t.guarantee({ promise: promiseSentence(promise) })}` };
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

export function drawChoices(): ChoiceOption<SettingsDraft["draw"]>[] {
  const names = { even: "even", "one-rule": "oneRule" } as const;
  return (["even", "one-rule"] as const).map((value) => {
    const draw = names[value];
    return { value, title: t.drawChoice({ draw }), what: t.drawChoiceWhat({ draw }) };
  });
}

export function starts(): ChoiceOption<PriorKind>[] {
  return (["constants", "uniform", "share", "score", "records"] as const).map((value) => {
    return { value, title: t.start({ start: value }), what: t.startWhat({ start: value }) };
  });
}

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
