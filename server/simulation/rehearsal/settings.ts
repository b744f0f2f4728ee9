import * as t from "#messages/rehearsalProblems.ts";
import { isOrdered } from "#server/audit-log/panel-ways.ts";
import { columnLabel, isFeature, isGroup } from "#server/study/columns.ts";
import type {
  ColumnChoice,
  PeopleDraft,
  RehearsalDraft,
  RehearsedChange,
  SettingsDraft,
  StudyDraft,
} from "#server/study/draft.ts";
import { draftParts } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { isHorizonKnown } from "#server/study/settings/learner.ts";
import { auditorProblems, mostMembers, seatsOf } from "./auditors.ts";
import { type AnswerContradiction, contradictionIn } from "./strictness.ts";

/** The most rounds that a rehearsal plays; fewer if the study ends before. */
const mostRounds = 50;

export type RehearsalProblem = { readonly field: string; readonly message: string };

/** Returns the settings with one value changed; null if the value does not apply to them. */
export function rehearsedSettings(
  settings: SettingsDraft,
  change: RehearsedChange | null,
): SettingsDraft | null {
  if (change === null) return settings;
  const { setting, value } = change;
  const changed =
    setting === "allowance"
      ? { ...settings, guarded: { ...settings.guarded, allowance: value } }
      : setting === "prior"
        ? { ...settings, prior: { ...settings.prior, kind: value } }
        : { ...settings, [setting]: value };
  const parsed = draftParts.settings.safeParse(changed);
  return parsed.success ? parsed.data : null;
}

export function rehearsedRounds(draft: SettingsDraft): number {
  const endsEarly = isHorizonKnown(draft) && draft.afterHorizon === "end";
  return endsEarly ? Math.min(mostRounds, Number(draft.horizon)) : mostRounds;
}

/** Returns the columns that could hold an outcome: words, neither shown nor used by rules, and no group. */
export function outcomeColumns(people: PeopleDraft, reading: PeopleReading): ColumnChoice[] {
  return people.columns.filter(
    (column) =>
      !isFeature(column) && !isGroup(column) && (reading.columns[column.source]?.words.length ?? 0) > 0,
  );
}

/** The assumed outcomes of picked people: from a column's cells, or random if `source` is null. */
export type AssumedOutcome = {
  readonly source: number | null;
  readonly yes: readonly string[];
  readonly share: string;
};

/**
 * Returns the chosen outcome. Without a choice: the outcome of the study if the file has it, otherwise random outcomes.
 */
export function assumedOutcome(
  people: PeopleDraft | null,
  { source, yes, share }: RehearsalDraft["outcome"],
): AssumedOutcome {
  if (source === "luck") return { source: null, yes: [], share };
  if (source !== null) return { source, yes, share };
  const known = people?.columns.find(({ role }) => role === "outcome");
  return { source: known?.source ?? null, yes: known?.yes ?? [], share };
}

/** Returns the people with the assumed outcome and no other. */
export function peopleWithOutcome(
  people: PeopleDraft,
  { source, yes }: AssumedOutcome,
  reading: PeopleReading,
): PeopleDraft {
  const words = source === null ? [] : (reading.columns[source]?.words ?? []).map(({ word }) => word);
  const no = words.filter((word) => !yes.includes(word));
  const columns = people.columns.map((column): ColumnChoice => {
    if (column.source === source) return { ...column, role: "outcome", yes: [...yes], no };
    return column.role === "outcome" ? { ...column, role: "ignored" } : column;
  });
  return { ...people, columns };
}

/** Returns the problems of a rehearsal, in addition to what is missing in the steps before. */
export function rehearsalProblems(draft: StudyDraft, reading: PeopleReading | null): RehearsalProblem[] {
  const { people, rehearsal, settings } = draft;
  if (people === null || reading === null) return [];
  const { seconds, others, strictness } = rehearsal;
  const outcome = assumedOutcome(people, rehearsal.outcome);
  const problems: RehearsalProblem[] = [
    ...membersProblems(draft),
    ...auditorProblems(seatsOf(draft), people.columns),
  ];
  if (outcome.source === null) {
    if (!isBetween(outcome.share, 0, 100))
      problems.push({ field: "share", message: t.numberRange({ from: 0, to: 100 }) });
  } else {
    const column = outcomeColumns(people, reading).find(({ source }) => source === outcome.source);
    if (column === undefined) problems.push({ field: "outcome", message: t.outcomeGone() });
    else if (outcome.yes.length === 0)
      problems.push({ field: "outcome", message: t.outcomeMeaning({ name: columnLabel(column) }) });
  }
  if (!isBetween(seconds, 0, 3_600)) problems.push({ field: "seconds", message: t.seconds({ to: 3_600 }) });
  const contradiction = strictness.isForced ? null : contradictionIn(strictness.answers);
  if (contradiction !== null)
    problems.push({ field: "strictness", message: contradictionSentence(contradiction) });
  others.forEach((change, index) => {
    if (rehearsedSettings(settings, change) === null)
      problems.push({ field: `others.${index}`, message: t.valueUnknown() });
  });
  return problems;
}

function membersProblems({ rehearsal, settings }: StudyDraft): RehearsalProblem[] {
  const from = Number(settings.seats);
  if (!isOrdered(settings.panelSelection.how)) return [];
  const members = rehearsal.members.trim();
  if (!/^\d{1,3}$/.test(members) || Number(members) < from || Number(members) > mostMembers)
    return [{ field: "members", message: t.membersRange({ from, to: mostMembers }) }];
  // A simulated panel has weights by place, and a lot changes who has which place.
  if (settings.decisionRule.kind === "weighted") return [{ field: "members", message: t.weightedByLot() }];
  return [];
}

function contradictionSentence({ fair, unfair }: AnswerContradiction): string {
  return t.contradiction({
    ...{ fairGap: fair.gap, fairHigh: fair.high, fairLow: fair.low },
    ...{ unfairGap: unfair.gap, unfairHigh: unfair.high, unfairLow: unfair.low },
  });
}

function isBetween(value: string, from: number, to: number): boolean {
  return /^\d{1,6}(\.\d{1,6})?$/.test(value.trim()) && Number(value) >= from && Number(value) <= to;
}
