import { formatCount, formatNumber, plural } from "#server/format.ts";
import { docketSizeOf } from "#server/study/asking.ts";
import { columnLabel, isChance, isFeature, isForRules, isShown } from "#server/study/columns.ts";
import { decisionInWords } from "#server/study/decision.ts";
import type { ColumnChoice, SettingsDraft, StepName, StudyDraft } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { askedColumns, exampleRules, missingRules, ruleCount } from "#server/study/rules/rules.ts";
import { learnerExtras } from "#server/study/settings/learner.ts";
import { choosesStart, priorKindOf } from "#server/study/settings/prior.ts";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { countingWords, kindTitle } from "../rules/kind-words.ts";
import { askingSentences } from "../settings/asking-words.ts";
import { defaultSentences } from "../settings/defaults.ts";
import { drawChoices, starts } from "../settings/guarded-words.ts";
import { learnerSentence } from "../settings/learning-words.ts";
import { picksSentences } from "../settings/picks-words.ts";
import { certaintyWords, draftCertainty, draftPromise, promiseSentence } from "../settings/promise.ts";

type Check = {
  readonly count: number;
  readonly isReady: boolean;
  readonly leftOut: { withErrors: number; asOutliers: number };
};

export type ReviewSection = {
  readonly step: StepName;
  readonly sentences: readonly string[];
  /** Everything else, which most readers skip. */
  readonly details?: readonly string[];
};

/** Describes the whole draft in sentences, step by step. */
export function reviewSentences(
  draft: StudyDraft,
  reading: PeopleReading | null,
  rules: RulesContext | null,
  check: Check | null,
): ReviewSection[] {
  const { name, decision, purpose, guidelines } = draft.purpose;
  const lines = guidelines.split("\n").filter((line) => line.trim() !== "").length;
  return [
    {
      step: "purpose",
      sentences: [
        name.trim() === "" ? "The study has no name yet." : `The study is called “${name.trim()}”.`,
        `Auditors read that it is decided ${decisionInWords(decision)}.`,
        purpose.trim() === "" ? "Its purpose is not written yet." : purpose.trim(),
        lines === 0
          ? "There are no guidelines yet."
          : `The guidelines have ${formatCount(lines, "line")}; they become version 1.`,
      ],
    },
    { step: "people", sentences: peopleSentences(draft, reading, check) },
    ...(draft.kind === "audit"
      ? [{ step: "settings" as const, ...auditSentences(draft.settings) }]
      : [
          { step: "rules" as const, sentences: rulesSentences(rules) },
          { step: "settings" as const, ...settingsSentences(draft.settings, rules) },
        ]),
  ];
}

function peopleSentences(draft: StudyDraft, reading: PeopleReading | null, check: Check | null): string[] {
  if (draft.people === null || reading === null) return ["There is no file of people yet."];
  const { columns } = draft.people;
  const names = (filter: (column: (typeof columns)[number]) => boolean) =>
    columns.filter(filter).map(columnLabel).join(", ") || "nothing";
  const left = check === null ? 0 : check.leftOut.withErrors + check.leftOut.asOutliers;
  return [
    check === null
      ? `The file has ${formatNumber(reading.rowCount)} people.`
      : check.isReady
        ? `${formatNumber(check.count)} people will be imported${left === 0 ? "" : `; ${formatNumber(left)} rows are left out`}.`
        : "The file has errors and cannot be imported yet: see step 2.",
    `Auditors see: ${names(isShown)}.`,
    ...(draft.kind === "audit" ? [chanceSentence(columns.find(isChance))] : learnedSentences(columns, names)),
  ];
}

function chanceSentence(column: ColumnChoice | undefined): string {
  if (column === undefined) return "Which column holds the chances is not said yet.";
  const unit = column.chanceUnit === "percent" ? "0 to 100" : "0 to 1";
  return `Everybody’s chance is in “${columnLabel(column)}”, written as ${unit}.`;
}

function learnedSentences(
  columns: readonly ColumnChoice[],
  names: (filter: (column: ColumnChoice) => boolean) => string,
): string[] {
  const outcome = columns.find(({ role }) => role === "outcome");
  return [
    `Rules may ask about: ${names(isForRules)}.`,
    ...(columns.some((column) => isForRules(column) && !isShown(column) && isFeature(column))
      ? [`Hidden from auditors, used by rules: ${names((column) => isForRules(column) && !isShown(column))}.`]
      : []),
    outcome === undefined
      ? "Outcomes are entered later, for picked people only."
      : `The outcome “${columnLabel(outcome)}” is in the file and stays sealed; it is taken from there for picked people only.`,
  ];
}

function rulesSentences(context: RulesContext | null): string[] {
  if (context === null) return ["There are no rules yet."];
  const { kind } = context.rules;
  if (missingRules(context).length > 0) return [`${kindTitle(kind)}, not complete yet.`];
  const [example] = exampleRules(context);
  const counting = countingWords(kind);
  return [
    `${formatNumber(ruleCount(context) ?? 0)} rules of the kind “${kindTitle(kind)}”${example === undefined ? "." : `, such as: ${example}.`}`,
    ...(counting === null ? [] : [counting]),
    `They ask about: ${askedColumns(context).map(columnLabel).join(", ")}.`,
  ];
}

const pairWords: Record<SettingsDraft["pairRule"], string> = {
  average: "all pairs with enough flags, with equal shares",
  "largest-gap": "the pair with the largest difference",
  "most-flags": "the pair with the most flags",
};

type Said = Pick<ReviewSection, "sentences" | "details">;

function settingsSentences(settings: SettingsDraft, rules: RulesContext | null): Said {
  const { learner, mode } = settings;
  const [judged = "", ...closing] = panelSentences(settings);
  return {
    sentences: [
      `A round has up to ${settings.roundSize} people and is ${daysOf(settings)}. One draw decides it, when it ${settings.drawAt === "close" ? "closes" : "opens"}.`,
      ...picksSentences(settings, rules),
      judged,
      settings.horizon.trim() !== ""
        ? `There will be ${settings.horizon} rounds; then the study ${settings.afterHorizon === "end" ? "ends" : "goes on"}.`
        : "The number of rounds is not known.",
      ...(mode === "guarded" ? guardedSentences(settings, rules) : weightSentences(settings)),
      ...defaultSentences({ settings, kind: "learn" }),
    ],
    details: [
      settings.restsOnBeacon
        ? "Draws rest on a public beacon: no one knows its number beforehand, not even the server's operator."
        : "Draws rest on no public beacon: the server's operator could know a number beforehand.",
      ...closing,
      ...askingSentences(settings, docketSizeOf(settings.asking)),
      `The learner is ${learnerSentence({ learner, mode, ...learnerExtras(settings) })}.`,
      ...startSentences(settings),
      ...ownSentences(settings),
    ],
  };
}

function auditSentences(settings: SettingsDraft): Said {
  const [judged = "", ...closing] = panelSentences(settings);
  return {
    sentences: [
      `A round has up to ${settings.roundSize} people, drawn by lot from all who wait, and is ${daysOf(settings)}.`,
      judged,
      "No one is picked, no outcome is taken, and nothing is learned: the chances stay as they are in the file.",
      ...defaultSentences({ settings, kind: "audit" }),
    ],
    details: [...closing, ...askingSentences(settings, docketSizeOf(settings.asking))],
  };
}

function daysOf({ deadlineDays }: SettingsDraft): string {
  if (deadlineDays.trim() === "") return "without a deadline";
  return `usually open for ${deadlineDays} ${plural(Number(deadlineDays), "day")}`;
}

function panelSentences({
  seats,
  neededFlags,
  alphaPoints,
  quorum,
  closesWithoutPairs,
  closesAtDeadline,
}: SettingsDraft): string[] {
  return [
    `A pair is unfair when ${neededFlags} of ${seats} flag it. Pairs are judged when their chances differ by more than ${alphaPoints} points.`,
    `You are warned before you close a round with fewer than ${quorum} ballots.`,
    closesAtDeadline
      ? "A round with a deadline closes by itself a minute after it, or ten minutes after every auditor has sealed."
      : "A round with a deadline waits for you to close it.",
    closesWithoutPairs
      ? "A round in which no two chances lie far enough apart to be judged closes as soon as you open it."
      : "A round in which no two chances lie far enough apart to be judged waits for you to close it.",
  ];
}

function guardedSentences(settings: SettingsDraft, rules: RulesContext | null): string[] {
  const promised = draftPromise(settings);
  const certain = draftCertainty(settings, rules);
  return [
    ...(promised === null
      ? []
      : [`${capital(promiseSentence(promised))} end in a report, whatever the panel does.`]),
    ...(certain === null ? [] : [certaintyWords(certain)]),
    "Every pair that is found unfair is remembered.",
  ];
}

function weightSentences(settings: SettingsDraft): string[] {
  const hears = `It hears of ${pairWords[settings.pairRule]}.`;
  if (settings.mode === "paper") return [hears];
  const margin = `The margin is ${epsPointsOf(settings)} points, and fairness is weighted ${settings.multiplier} times.`;
  return [hears, margin];
}

/** Describes how rules start and how a draw picks, if that can be chosen. */
function startSentences(settings: SettingsDraft): string[] {
  if (!choosesStart(settings)) return [];
  const start = starts.find(({ value }) => value === priorKindOf(settings))?.title ?? "";
  const draw = drawChoices.find(({ value }) => value === settings.draw)?.title ?? "";
  return [`Rules start so: ${lower(start)}. A draw picks ${lower(draw)}.`];
}

/** Describes the settings that only the chosen learner has. */
function ownSentences({ learner, mode, delta, resampleCount }: SettingsDraft): string[] {
  if (mode === "ix") return [`Its guarantee may fail with a chance of ${delta.trim()}.`];
  if (learner !== "ftpl") return [];
  const count =
    mode === "known"
      ? `${formatNumber(Number(resampleCount))} rules`
      : "rules, as many as follow from the length,";
  return [`Each round draws ${count} afresh; a chance is the share of them that picks the person.`];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
