import { unbeatenYardstick, yardstickRows } from "#components/ui/yardstick-rows.ts";
import * as t from "#messages/setupRehearsal.ts";
import * as strictness from "#messages/setupStrictness.ts";
import { formatDuration, formatMean, formatNumber } from "#server/format.ts";
import type {
  RehearsalPoint,
  RehearsalResult,
  RehearsedSetting,
} from "#server/simulation/rehearsal/result.ts";
import type { Figure } from "#server/simulation/results.ts";
import { checkpointsOf } from "#server/simulation/series.ts";
import type { RehearsedChange, SettingsDraft } from "#server/study/draft.ts";
import { choosesStart } from "#server/study/settings/prior.ts";
import type { ChoiceOption } from "../choices.tsx";
import { allowances, drawChoices, starts } from "../settings/guarded-words.ts";

type Setting = RehearsedChange["setting"];

/** Lists what an alternative setting can change, if the draft's learner supports it. */
export function changeable(settings: SettingsDraft): readonly Setting[] {
  return [
    ...(settings.mode === "guarded" ? (["allowance"] as const) : []),
    "neededFlags",
    "alphaPoints",
    "roundSize",
    ...(choosesStart(settings) ? (["draw", "prior"] as const) : []),
  ];
}

/** Returns the values of a choice; null if a number is typed. */
export function valuesOf(setting: Setting): readonly ChoiceOption<string>[] | null {
  if (setting === "allowance") return allowances();
  if (setting === "draw") return drawChoices();
  if (setting !== "prior") return null;
  return starts().filter(({ value }) => value === "constants" || value === "uniform");
}

/** Returns an initial value for a change that differs from the draft's. */
export function firstValue(setting: Setting, settings: SettingsDraft): string {
  const now = { ...settings, allowance: settings.guarded.allowance, prior: settings.prior.kind }[setting];
  const other = valuesOf(setting)?.find(({ value }) => value !== now)?.value;
  return other ?? now;
}

/** Returns the letter of a setting: A for the first. */
export function settingLabel(place: number): string {
  return String.fromCharCode(65 + place);
}

export function settingName(place: number): string {
  return t.settingName({ letter: settingLabel(place) });
}

/** Describes a change: "as in the steps before", "needed flags: 2". */
export function changeWords(change: RehearsedChange | null): string {
  if (change === null) return t.asBefore();
  const { setting, value } = change;
  const known = valuesOf(setting)?.find((each) => each.value === value)?.title;
  return t.changeWords({ change: t.change({ setting }), value: known ?? value });
}

/** Describes the final result of each setting. */
export function endSentences({ settings, seconds, runs }: RehearsalResult): string[] {
  return settings.map(({ points }, place) => {
    const { reports, most, verdicts, wrong } = points.at(-1) as RehearsalPoint;
    const end = t.endReports({
      rounds: points.length,
      name: settingName(place),
      reports: reports.mean,
      mean: formatMean(reports.mean),
      hasMost: most !== null,
      most: most ?? 0,
      wrong: formatMean(100 * wrong.mean),
    });
    return `${end} ${t.endTime({ time: judgingTime(verdicts.mean, seconds), runs })}`;
  });
}

/**
 * Compares the draft's own settings, at their end, with the rules that anyone could follow. A setting is clearly better
 * if even its worst run errs less than the best yardstick.
 */
export function yardstickSentence({ settings: [first] }: RehearsalResult): string {
  const end = first?.points.at(-1);
  if (first === undefined || end === undefined) return "";
  const errors = { ...first.yardsticks, atRandom: end.atRandom.mean };
  const inHundred = (share: number) => formatMean(100 * share);
  const compared = strictness.yardsticks({
    atRandom: inHundred(errors.atRandom),
    acceptNone: inHundred(errors.acceptNone),
    acceptAll: inHundred(errors.acceptAll),
    hasRule: errors.inForce !== null,
    inForce: inHundred(errors.inForce ?? 0),
  });
  const unbeaten = unbeatenYardstick(errors, first.hasNumber, (_, error) => end.wrong.high < error);
  if (unbeaten === null) return compared;
  const { yardstick, error } = unbeaten;
  return `${compared} ${strictness.notBetter({ name: settingName(0), yardstick, error: inHundred(error) })}`;
}

export type RehearsalRow = {
  readonly words: string;
  /** One for each checkpoint. */
  readonly figures: readonly Figure[];
  readonly say: (value: number) => string;
};

/** Returns the rows of a setting's table. */
export function figureRows({ points, yardsticks }: RehearsedSetting, seconds: number): RehearsalRow[] {
  const shown = checkpointsOf(points.length).flatMap((round) => points[round - 1] ?? []);
  const row = (words: string, of: (point: RehearsalPoint) => Figure, say = whole): RehearsalRow => ({
    ...{ words, figures: shown.map(of), say },
  });
  const inHundred = (value: number) => whole(100 * value);
  const hasMost = shown.some(({ most }) => most !== null);
  return [
    row(t.rowReports(), ({ reports }) => reports, formatMean),
    ...(hasMost ? [row(t.rowMost(), ({ most }) => exactly(most ?? 0))] : []),
    row(t.rowJudged(), ({ judged }) => judged),
    row(t.rowVerdicts(), ({ verdicts }) => verdicts),
    row(
      t.rowTime(),
      ({ verdicts }) => verdicts,
      (value) => judgingTime(value, seconds),
    ),
    row(t.rowPicked(), ({ picked }) => picked),
    row(t.rowWrong(), ({ wrong }) => wrong, inHundred),
    ...yardstickRows<number | "own">({ ...yardsticks, atRandom: "own" }).map(({ words, errors }) =>
      row(words, ({ atRandom }) => (errors === "own" ? atRandom : exactly(errors)), inHundred),
    ),
  ];
}

function exactly(value: number): Figure {
  return { mean: value, low: value, high: value };
}

function judgingTime(verdicts: number, seconds: number): string {
  return formatDuration((verdicts * seconds) / 60);
}

function whole(value: number): string {
  return formatNumber(Math.round(value));
}
