import * as decisions from "#messages/decisionRules.ts";
import * as learning from "#messages/setupLearning.ts";
import * as picks from "#messages/setupPicks.ts";
import * as settings from "#messages/setupSettings.ts";
import * as start from "#messages/setupStart.ts";
import type { Missing } from "#server/study/draft.ts";
import { guardedNumbers } from "./guarded-numbers.ts";

/** Labels of the fields whose problems do not name them. */
const labels: Readonly<Record<string, () => string>> = {
  roundSize: settings.people,
  "picks.count": picks.number,
  seats: settings.auditors,
  neededFlags: settings.agree,
  alphaPoints: settings.difference,
  deadlineDays: settings.days,
  horizon: settings.horizon,
  "decisionRule.seat": decisions.seat,
  "decisionRule.weights": decisions.weights,
  "decisionRule.first": () => decisions.group({ place: "first" }),
  "decisionRule.second": () => decisions.group({ place: "second" }),
  "decisionRule.each": decisions.each,
  quorum: settings.quorum,
  "asking.minutes": settings.minutes,
  "prior.share": start.pickedAtStart,
  epsPoints: learning.margin,
  multiplier: learning.weight,
  delta: learning.delta,
  resampleCount: learning.rulesDrawn,
  omegaMultiplier: learning.noiseDivided,
  ...Object.fromEntries(
    guardedNumbers.map((name) => [`guarded.${name}`, () => learning.guardedLabel({ name })]),
  ),
};

/** Describes a problem away from its field: "Quorum: Enter a whole number from 0 to 5." */
export function problemWords({ field, message }: Pick<Missing, "field" | "message">): string {
  const label = labels[field]?.();
  return label === undefined ? message : `${label}: ${message}`;
}
