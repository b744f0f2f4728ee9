import * as learning from "#messages/setupLearning.ts";
import * as t from "#messages/setupSettings.ts";
import { formatPoints } from "#server/format.ts";
import type { Prior } from "#server/learner/config/spec.ts";
import { messageKey } from "#server/locale.ts";
import type { GuardedDraft, SettingsDraft } from "#server/study/draft.ts";
import type { PriorKind } from "#server/study/settings/prior.ts";
import type { ChoiceOption } from "../choices.tsx";
import { draftPromise } from "./promise.ts";

/** Descriptions of mode `guarded`: its dial, the draw and the start. */

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
      : { ...choice, what: `${choice.what} ${t.guarantee({ promise: t.promise(promise) })}` };
  });
}

export function drawChoices(): ChoiceOption<SettingsDraft["draw"]>[] {
  return (["even", "one-rule"] as const).map((value) => {
    const draw = messageKey(value);
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
  if (prior === undefined) return learning.priorUniform();
  const shares = { none: formatPoints(Number(prior.none), 4), all: formatPoints(Number(prior.all), 4) };
  if (prior.kind === "constants") return learning.priorConstants(shares);
  const warm = formatPoints(1 - Number(prior.keep), 4);
  if (prior.kind === "score") return learning.priorScore({ ...shares, warm, column: prior.column });
  return learning.priorRecords({ ...shares, warm, count: prior.count });
}

/** Describes how a published study draws. */
export function drawWords(draw: "even" | undefined): string {
  return learning.draw({ isEven: draw === "even" });
}
