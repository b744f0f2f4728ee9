import { formatMean, formatNumber, plural } from "#server/format.ts";
import type { RehearsalResult, RehearsedSetting } from "#server/simulation/rehearsal/result.ts";
import type { Figure } from "#server/simulation/results.ts";
import type { RehearsedChange, SettingsDraft, SimulatedAuditor } from "#server/study/draft.ts";
import { choosesStart } from "#server/study/settings/prior.ts";
import { allowances, drawChoices, starts } from "../settings/guarded-words.ts";

export const auditorKinds: readonly { readonly value: SimulatedAuditor["kind"]; readonly words: string }[] = [
  { value: "weighs", words: "weighs columns" },
  { value: "careless", words: "careless" },
  { value: "first", words: "looks only at the first pairs" },
  { value: "silent", words: "never answers" },
  { value: "copies", words: "copies another seat" },
];

type Setting = RehearsedChange["setting"];

/** Lists what an alternative setting can change, if the draft's learner supports it. */
export function changeable(settings: SettingsDraft): readonly { setting: Setting; words: string }[] {
  return [
    ...(settings.mode === "guarded"
      ? [{ setting: "allowance" as const, words: "how many rounds may end in a report" }]
      : []),
    { setting: "neededFlags" as const, words: "needed flags" },
    { setting: "alphaPoints" as const, words: "smallest difference judged" },
    { setting: "roundSize" as const, words: "people a round" },
    ...(choosesStart(settings)
      ? [
          { setting: "draw" as const, words: "how a draw picks" },
          { setting: "prior" as const, words: "where rules start" },
        ]
      : []),
  ];
}

/** Returns the values of a choice; null if a number is typed. */
export function valuesOf(setting: Setting): readonly { value: string; words: string }[] | null {
  if (setting === "allowance") return allowances.map(({ value, title }) => ({ value, words: lower(title) }));
  if (setting === "draw") return drawChoices.map(({ value, title }) => ({ value, words: lower(title) }));
  if (setting !== "prior") return null;
  const known = starts.filter(({ value }) => value === "constants" || value === "uniform");
  return known.map(({ value, title }) => ({ value, words: lower(title) }));
}

/** Returns an initial value for a change that differs from the draft's. */
export function firstValue(setting: Setting, settings: SettingsDraft): string {
  const now = { ...settings, allowance: settings.guarded.allowance, prior: settings.prior.kind }[setting];
  const other = valuesOf(setting)?.find(({ value }) => value !== now)?.value;
  return other ?? now;
}

export function settingName(place: number): string {
  return `Setting ${String.fromCharCode(65 + place)}`;
}

/** Describes a change: "as in the steps before", "needed flags: 2". */
export function changeWords(change: RehearsedChange | null, settings: SettingsDraft): string {
  if (change === null) return "as in the steps before";
  const name =
    changeable(settings).find(({ setting }) => setting === change.setting)?.words ?? change.setting;
  const value = valuesOf(change.setting)?.find((each) => each.value === change.value)?.words;
  return `${name}: ${value ?? change.value}`;
}

/** Describes the final result of each setting, one sentence each. */
export function endSentences({ settings, seconds, runs }: RehearsalResult): string[] {
  return settings.map(({ after, rounds, reports, most, verdicts, wrong }, place) => {
    const last = after.length - 1;
    const at = (figures: readonly Figure[]) => figures[last]?.mean ?? 0;
    const possible = most === null ? "" : ` of at most ${most[last]}`;
    return `In ${rounds} rounds ${settingName(place)} ends in ${formatMean(at(reports))} ${plural(at(reports), "report")}${possible}, takes a seat that looks at all it is asked to ${minutes(at(verdicts), seconds)} minutes, and decides wrongly ${formatMean(100 * at(wrong))} times in 100, on average over ${runs} runs.`;
  });
}

export type RehearsalRow = {
  readonly words: string;
  readonly cells: readonly { mean: string; range: string | null }[];
};

/** Returns the rows of a setting's table, with a cell for each number of rounds. */
export function figureRows(setting: RehearsedSetting, seconds: number): RehearsalRow[] {
  const { reports, most, judged, verdicts, picked, wrong } = setting;
  const row = (words: string, figures: readonly Figure[], say: (value: number) => string): RehearsalRow => ({
    words,
    cells: figures.map(({ mean, low, high }) => ({ mean: say(mean), range: `${say(low)} to ${say(high)}` })),
  });
  return [
    row("Rounds with a report", reports, formatMean),
    ...(most === null
      ? []
      : [
          {
            words: "At most, whatever the panel does",
            cells: most.map((count) => ({ mean: String(count), range: null })),
          },
        ]),
    row("Rounds with a pair to judge", judged, whole),
    row("Verdicts of a seat that looks at all it is asked to", verdicts, whole),
    row("Minutes of judging for it", verdicts, (value) => minutes(value, seconds)),
    row("People picked", picked, whole),
    row("Wrong decisions in 100", wrong, (value) => whole(100 * value)),
  ];
}

function minutes(verdicts: number, seconds: number): string {
  return whole((verdicts * seconds) / 60);
}

function whole(value: number): string {
  return formatNumber(Math.round(value));
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
