import { yardstickRows } from "#components/ui/yardstick-rows.ts";
import * as t from "#messages/setupRehearsal.ts";
import { formatDuration, formatMean, formatNumber } from "#server/format.ts";
import type { RehearsalResult, RehearsedSetting } from "#server/simulation/rehearsal/result.ts";
import type { Figure } from "#server/simulation/results.ts";
import type { RehearsedChange, SettingsDraft } from "#server/study/draft.ts";
import { choosesStart } from "#server/study/settings/prior.ts";
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
export function valuesOf(setting: Setting): readonly { value: string; words: string }[] | null {
  if (setting === "allowance") return allowances().map(({ value, title }) => ({ value, words: title }));
  if (setting === "draw") return drawChoices().map(({ value, title }) => ({ value, words: title }));
  if (setting !== "prior") return null;
  const known = starts().filter(({ value }) => value === "constants" || value === "uniform");
  return known.map(({ value, title }) => ({ value, words: title }));
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
  const known = valuesOf(setting)?.find((each) => each.value === value)?.words;
  return t.changeWords({ change: t.change({ setting }), value: known ?? value });
}

/** Describes the final result of each setting. */
export function endSentences({ settings, seconds, runs }: RehearsalResult): string[] {
  return settings.map(({ after, rounds, reports, most, verdicts, wrong }, place) => {
    const last = after.length - 1;
    const at = (figures: readonly Figure[]) => figures[last]?.mean ?? 0;
    const end = t.endReports({
      rounds,
      name: settingName(place),
      reports: at(reports),
      mean: formatMean(at(reports)),
      hasMost: most !== null,
      most: most?.[last] ?? 0,
      wrong: formatMean(100 * at(wrong)),
    });
    return `${end} ${t.endTime({ time: judgingTime(at(verdicts), seconds), runs })}`;
  });
}

export type RehearsalRow = {
  readonly words: string;
  /** One for each number of rounds. */
  readonly figures: readonly Figure[];
  readonly say: (value: number) => string;
};

/** Returns the rows of a setting's table. */
export function figureRows(setting: RehearsedSetting, seconds: number): RehearsalRow[] {
  const { reports, most, judged, verdicts, picked, wrong, yardsticks } = setting;
  const row = (words: string, figures: readonly Figure[], say = whole): RehearsalRow => ({
    ...{ words, figures, say },
  });
  const inHundred = (value: number) => whole(100 * value);
  return [
    row(t.rowReports(), reports, formatMean),
    ...(most === null ? [] : [row(t.rowMost(), most.map(exactly))]),
    row(t.rowJudged(), judged),
    row(t.rowVerdicts(), verdicts),
    row(t.rowTime(), verdicts, (value) => judgingTime(value, seconds)),
    row(t.rowPicked(), picked),
    row(t.rowWrong(), wrong, inHundred),
    ...yardstickRows<readonly Figure[] | number>(yardsticks).map(({ words, errors }) =>
      row(words, typeof errors === "number" ? wrong.map(() => exactly(errors)) : errors, inHundred),
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
