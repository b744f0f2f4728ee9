import type { Findings } from "#server/analysis/findings/findings.ts";
import type { GroupFigures } from "#server/analysis/groups/groups.ts";
import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { countOverrides, type Override } from "#server/audit-log/overrides.ts";
import type { ChangedPairsView } from "../policy/read-changed-pairs.ts";
import type { Overview } from "../policy/read-overview.ts";

/** A closed round; `seq` is the entry that closed it. */
export type ReportRound = {
  readonly round: number;
  readonly openedSeq: number;
  readonly seq: number;
  /** UTC milliseconds. */
  readonly openedAt: number;
  readonly closedAt: number;
  readonly personCount: number;
  readonly pairCount: number;
  readonly reportedPairs: number;
  /** Σ p: as many people as the chances pick on average. */
  readonly expectedCount: number;
};

type CancelledCounts = { readonly rounds: number; readonly ballots: number; readonly reopened: number };

/** The numbers of the newest entries that figures follow from; 0: there is none. */
type Sources = {
  readonly guidelines: number;
  readonly settings: number;
  readonly selection: number;
  readonly people: number;
  readonly outcomes: number;
  readonly learner: number;
  readonly opened: number;
  readonly cancelled: number;
  /** The close of the round whose panel annulled a report last. */
  readonly annulled: number;
};

/** What a report is made of, as services and the tables of a study have it. */
export type ReportFacts = {
  readonly study: { readonly id: string; readonly name: string; readonly isEnded: boolean };
  readonly head: { readonly seq: number; readonly hash: string; readonly at: number };
  readonly settings: StudySettings;
  readonly guidelines: { readonly purpose: string; readonly version: number };
  readonly people: { readonly imported: number; readonly erased: number };
  /** Seats in use. */
  readonly seatCount: number;
  readonly closed: readonly ReportRound[];
  readonly openCount: number;
  readonly cancelled: CancelledCounts;
  readonly overrides: readonly (Override & { readonly seq: number })[];
  readonly findings: Pick<Findings, "reports" | "agreement" | "disputedCount"> | null;
  /** Null without group columns, and before the first close. */
  readonly groups: GroupFigures | null;
  /** Null in an audit. */
  readonly learned: { readonly overview: Overview; readonly changed: ChangedPairsView | null } | null;
  readonly sources: Sources;
};

/**
 * Makes the report of a study: everything that it says, as numbers and words of the log, with no sentence of any
 * language. Each value has in `seq` the log entry that it follows from; of several entries, the last one. Entry 1 is the
 * source of whatever no later entry changed.
 */
export function reportOf(facts: ReportFacts) {
  const { study, head, settings, guidelines, people, closed, findings, learned, sources } = facts;
  const lastClose = closed.at(-1)?.seq ?? 0;
  const at = (seq: number) => Math.max(seq, 1);
  const { selection, gamma, rule } = settings.panel;
  return {
    study: { ...study, isAudit: isAudit(settings) },
    head,
    purpose: { text: guidelines.purpose, version: guidelines.version, seq: at(sources.guidelines) },
    people: { ...people, seq: at(sources.people) },
    /** What auditors see and how a study decides. `learner` is null in an audit. */
    settings: {
      shownColumns: settings.presentation.fields,
      alpha: settings.learner.alpha,
      roundSize: settings.learner.roundSize,
      panel: { gamma, ...(rule && { rule }) },
      learner: learnerOf(settings, learned?.overview.ruleCount ?? 0),
      seq: at(sources.settings),
    },
    /** How panels are chosen, and the seats on one. */
    selection: { selection, seatCount: selection.size ?? facts.seatCount, seq: at(sources.selection) },
    rounds: { closed, openCount: facts.openCount, seq: at(Math.max(lastClose, sources.opened)) },
    /** Null before the first close, as are all figures below. */
    reports: findings && { ...findings.reports, seq: lastClose },
    agreement: findings && {
      ...findings.agreement,
      disputedCount: findings.disputedCount,
      seq: lastClose,
    },
    /** Null without group columns. */
    groups: facts.groups && { ...facts.groups, seq: Math.max(lastClose, sources.people) },
    ...learnedOf(learned, { lastClose, ...sources }),
    cancelled: facts.cancelled.rounds === 0 ? null : { ...facts.cancelled, seq: sources.cancelled },
    annulled:
      findings === null || findings.reports.annulledPairs === 0
        ? null
        : { pairs: findings.reports.annulledPairs, seq: sources.annulled },
    overrides: overridesOf(facts.overrides),
  };
}

export type StudyReport = ReturnType<typeof reportOf>;

function overridesOf(overrides: ReportFacts["overrides"]) {
  if (overrides.length === 0) return null;
  return { ...countOverrides(overrides), seq: Math.max(...overrides.map(({ seq }) => seq)) };
}

function learnerOf(settings: StudySettings, ruleCount: number) {
  if (isAudit(settings)) return null;
  const { learner, mode, omegaMultiplier, picks, draw, hypotheses } = settings.learner;
  return {
    ...{ learner, mode, kind: hypotheses.kind, ruleCount, drawAt: settings.drawAt },
    ...(omegaMultiplier !== undefined && { omegaMultiplier }),
    ...(picks && { picks }),
    ...(draw && { draw }),
  };
}

/** Returns what a study has learned; nothing in an audit, which records no outcomes. */
function learnedOf(
  learned: ReportFacts["learned"],
  { lastClose, outcomes, learner }: Sources & { readonly lastClose: number },
) {
  if (learned === null || lastClose === 0) return { guarded: null, changed: null, errors: null };
  const { overview, changed } = learned;
  const { guarded, compared, unreportable, hasNumber, pendingCount, lostCount, closed } = overview;
  return {
    /** What mode `guarded` guarantees; null in other modes. */
    guarded: guarded && { promise: guarded.promise, rounds: guarded.rounds, seq: lastClose },
    /** The reported pairs then and now; null while there is too little to see. */
    changed: changed && { ...changed, seq: Math.max(learner, 1) },
    errors: {
      ...{ compared, unreportable, hasNumber, pendingCount, lostCount, closed },
      seq: Math.max(lastClose, outcomes),
    },
  };
}
