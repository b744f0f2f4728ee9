import { plannedDecision, ruleValue } from "#components/setup/settings/planned-decision.ts";
import * as t from "#messages/setupReview.ts";
import * as settingWords from "#messages/setupSettings.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { messageKey } from "#server/locale.ts";
import { docketSizeOf } from "#server/study/asking.ts";
import { columnLabel, isChance, isFeature, isForRules, isGroup, isShown } from "#server/study/columns.ts";
import { decisionAsQuestion, decisionInWords } from "#server/study/decision.ts";
import type { ColumnChoice, SettingsDraft, StepName, StudyDraft } from "#server/study/draft.ts";
import { groupCutsOf, namesOfGroups } from "#server/study/group-cuts.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { askedColumns, exampleRules, missingRules, ruleCount } from "#server/study/rules/rules.ts";
import { learnerExtras } from "#server/study/settings/learner.ts";
import { panelProblems } from "#server/study/settings/panel.ts";
import { choosesStart, priorKindOf } from "#server/study/settings/prior.ts";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { plannedSelection } from "../panel/selection-words.ts";
import { countingWords, kindTitle } from "../rules/kind-words.ts";
import { askingSentences } from "../settings/asking-words.ts";
import { defaultSentences } from "../settings/default-sentences.ts";
import { drawChoices, starts } from "../settings/guarded-words.ts";
import { learnerSentence } from "../settings/learning-words.ts";
import { draftCertainty, draftPromise } from "../settings/promise.ts";
import { typedDecimal } from "../typed-decimal.ts";
import { picksSentences } from "./picks-sentences.ts";

type Check = Pick<NonNullable<Outputs["drafts"]["check"]>, "count" | "isReady" | "leftOut">;

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
        name.trim() === "" ? t.unnamed() : t.called({ name: name.trim() }),
        t.decided({ question: decisionAsQuestion(decisionInWords(decision)) }),
        purpose.trim() === "" ? t.noPurpose() : t.purpose({ purpose: purpose.trim() }),
        lines === 0 ? t.noGuidelines() : t.guidelines({ count: lines }),
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
  if (draft.people === null || reading === null) return [t.noFile()];
  const { columns } = draft.people;
  const names = (filter: (column: (typeof columns)[number]) => boolean) =>
    columns.filter(filter).map(columnLabel).join(", ") || t.nothing();
  const left = check === null ? 0 : check.leftOut.withErrors + check.leftOut.asOutliers;
  return [
    check === null
      ? t.filePeople({ count: reading.rowCount })
      : check.isReady
        ? t.imported({ count: check.count, left })
        : t.fileErrors(),
    t.auditorsSee({ columns: names(isShown) }),
    ...(columns.some(isGroup)
      ? [t.groupsOnly({ columns: columns.filter(isGroup).map(groupWords).join(", ") })]
      : []),
    ...(draft.kind === "audit" ? [chanceSentence(columns.find(isChance))] : learnedSentences(columns, names)),
  ];
}

function groupWords(column: ColumnChoice): string {
  const groups = namesOfGroups(groupCutsOf(column));
  if (groups.length === 0) return columnLabel(column);
  return t.cutInto({ column: columnLabel(column), groups: groups.join(", ") });
}

function chanceSentence(column: ColumnChoice | undefined): string {
  if (column === undefined) return t.noChance();
  return t.chanceIn({ column: columnLabel(column), unit: column.chanceUnit });
}

function learnedSentences(
  columns: readonly ColumnChoice[],
  names: (filter: (column: ColumnChoice) => boolean) => string,
): string[] {
  const outcome = columns.find(({ role }) => role === "outcome");
  const inForce = columns.find(isChance);
  return [
    t.rulesMayAsk({ columns: names(isForRules) }),
    ...(columns.some((column) => isForRules(column) && !isShown(column) && isFeature(column))
      ? [t.hiddenUsed({ columns: names((column) => isForRules(column) && !isShown(column)) })]
      : []),
    outcome === undefined ? t.outcomesLater() : t.outcomeSealed({ column: columnLabel(outcome) }),
    ...(inForce === undefined ? [] : [t.comparedWith({ column: columnLabel(inForce) })]),
  ];
}

function rulesSentences(context: RulesContext | null): string[] {
  if (context === null) return [t.noRules()];
  const { kind } = context.rules;
  if (missingRules(context).length > 0) return [t.rulesIncomplete({ kind: kindTitle(kind) })];
  const [example] = exampleRules(context);
  const counting = countingWords(kind);
  const found = { count: ruleCount(context) ?? 0, kind: kindTitle(kind) };
  return [
    example === undefined ? t.rulesOfKind(found) : t.rulesSuchAs({ ...found, example }),
    ...(counting === null ? [] : [counting]),
    t.rulesAsk({ columns: askedColumns(context).map(columnLabel).join(", ") }),
  ];
}

type Said = Pick<ReviewSection, "sentences" | "details">;

function settingsSentences(settings: SettingsDraft, rules: RulesContext | null): Said {
  const { learner, mode } = settings;
  const [judged = "", ...closing] = panelSentences(settings);
  return {
    sentences: [
      t.round({ size: settings.roundSize, days: daysOf(settings), drawAt: settings.drawAt }),
      ...picksSentences(settings, rules),
      judged,
      settings.horizon.trim() !== ""
        ? t.horizon({ rounds: settings.horizon, after: settings.afterHorizon })
        : t.noHorizon(),
      ...(mode === "guarded" ? guardedSentences(settings, rules) : weightSentences(settings)),
      ...defaultSentences({ settings, kind: "learn" }),
    ],
    details: [
      t.beacon({ isUsed: settings.restsOnBeacon }),
      ...closing,
      ...askingSentences(settings, docketSizeOf(settings.asking)),
      t.learner({ learner: learnerSentence({ learner, mode, ...learnerExtras(settings) }) }),
      ...startSentences(settings),
      ...ownSentences(settings),
    ],
  };
}

function auditSentences(settings: SettingsDraft): Said {
  const [judged = "", ...closing] = panelSentences(settings);
  return {
    sentences: [
      t.auditRound({ size: settings.roundSize, days: daysOf(settings) }),
      judged,
      t.auditOnly(),
      ...defaultSentences({ settings, kind: "audit" }),
    ],
    details: [...closing, ...askingSentences(settings, docketSizeOf(settings.asking))],
  };
}

/** Returns the days that a round is usually open; 0 without a deadline. */
function daysOf({ deadlineDays }: SettingsDraft): number {
  return Number(deadlineDays) || 0;
}

function panelSentences(settings: SettingsDraft): string[] {
  const { alphaPoints, quorum, closesWithoutPairs, closesAtDeadline, panelSelection } = settings;
  return [
    [...decisionSentence(settings), t.pairsJudged({ points: typedDecimal(alphaPoints) })].join(" "),
    ...(panelSelection.how === "everyone" ? [] : [plannedSelection(settings)]),
    t.quorum({ quorum }),
    t.closing({ closesItself: closesAtDeadline }),
    t.closingWithoutPairs({ closesItself: closesWithoutPairs }),
  ];
}

/** Words which flags report a pair; nothing while a value is wrong. */
function decisionSentence(settings: SettingsDraft): string[] {
  const needed = plannedDecision(settings);
  if (needed !== null) return [t.unfairWhen({ needed })];
  return panelProblems(settings).length > 0 ? [] : [ruleValue(settings)];
}

function guardedSentences(settings: SettingsDraft, rules: RulesContext | null): string[] {
  const promised = draftPromise(settings);
  const certain = draftCertainty(settings, rules);
  return [
    ...(promised === null || certain === null ? [] : [t.promise(promised)]),
    ...(certain === null ? [] : [settingWords.certain({ round: certain })]),
    t.remembered({ rounds: Number(settings.guarded.rememberFor) }),
  ];
}

function weightSentences(settings: SettingsDraft): string[] {
  const hears = t.hearsOf({ pair: messageKey(settings.pairRule) });
  if (settings.mode === "paper") return [hears];
  return [hears, t.margin({ margin: typedDecimal(epsPointsOf(settings)), multiplier: settings.multiplier })];
}

/** Describes how rules start and how a draw picks, if that can be chosen. */
function startSentences(settings: SettingsDraft): string[] {
  if (!choosesStart(settings)) return [];
  const start = starts().find(({ value }) => value === priorKindOf(settings))?.title ?? "";
  const draw = drawChoices().find(({ value }) => value === settings.draw)?.title ?? "";
  return [t.startsSo({ start }), t.drawsSo({ draw })];
}

/** Describes the settings that only the chosen learner has. */
function ownSentences({ learner, mode, delta, resampleCount }: SettingsDraft): string[] {
  if (mode === "ix") return [t.mayFail({ chance: delta.trim() })];
  if (learner !== "ftpl") return [];
  return [mode === "known" ? t.resampled({ count: Number(resampleCount) }) : t.resampledByLength()];
}
