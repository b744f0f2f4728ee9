import type { Findings } from "#server/analysis/findings/findings.ts";
import type { GroupFigures } from "#server/analysis/groups/groups.ts";
import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { countOverrides, type Override } from "#server/audit-log/overrides.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { ChangedPairsView } from "../policy/read-changed-pairs.ts";
import type { ClosedPoint, Overview } from "../policy/read-overview.ts";

/** A value with the number of the log entry that it follows from; of several entries, the last one. */
type Sourced<Value> = Value & { readonly seq: number };

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

type Learner = Pick<LearnerSpec, "learner" | "mode" | "omegaMultiplier" | "picks" | "draw"> & {
  readonly drawAt: "close" | "opening";
  readonly kind: LearnerSpec["hypotheses"]["kind"];
  readonly ruleCount: number;
};

/** Everything that a report of a study says, as numbers and words of the log: no sentence of any language. */
export type StudyReport = {
  readonly study: {
    readonly id: string;
    readonly name: string;
    readonly isAudit: boolean;
    readonly isEnded: boolean;
  };
  readonly head: { readonly seq: number; readonly hash: string; readonly at: number };
  readonly purpose: Sourced<{ readonly text: string; readonly version: number }>;
  readonly people: Sourced<{ readonly imported: number; readonly erased: number }>;
  /** What auditors see and how a study decides, from its settings. `learner` is null in an audit. */
  readonly settings: Sourced<{
    readonly shownColumns: readonly string[];
    readonly alpha: string;
    readonly roundSize: number;
    readonly panel: Pick<StudySettings["panel"], "gamma" | "rule">;
    readonly learner: Learner | null;
  }>;
  readonly selection: Sourced<{
    readonly selection: StudySettings["panel"]["selection"];
    /** The seats on a panel. */
    readonly seatCount: number;
  }>;
  readonly rounds: Sourced<{
    /** Oldest first. */
    readonly closed: readonly ReportRound[];
    readonly openCount: number;
  }>;
  /** Null before the first close, as are all figures below. */
  readonly reports: Sourced<Findings["reports"]> | null;
  readonly agreement: Sourced<Findings["agreement"] & Pick<Findings, "disputedCount">> | null;
  /** Null without group columns. */
  readonly groups: Sourced<GroupFigures> | null;
  /** What mode `guarded` guarantees; null in other modes. */
  readonly guarded: Sourced<Pick<NonNullable<Overview["guarded"]>, "promise" | "rounds">> | null;
  /** The reported pairs then and now; null in an audit and while there is too little to see. */
  readonly changed: Sourced<ChangedPairsView> | null;
  /** Null in an audit, which records no outcomes. */
  readonly errors: Sourced<Errors> | null;
  /** Null: none. */
  readonly cancelled: Sourced<CancelledCounts> | null;
  readonly annulled: Sourced<{ readonly pairs: number }> | null;
  readonly overrides: Sourced<ReturnType<typeof countOverrides>> | null;
};

type Errors = Pick<Overview, "compared" | "unreportable" | "hasNumber" | "pendingCount" | "lostCount"> & {
  /** In the order of the closed rounds. */
  readonly closed: readonly ClosedPoint[];
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
  readonly head: StudyReport["head"];
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

/** Makes the report of a study. Entry 1 is the source of whatever no later entry changed. */
export function reportOf(facts: ReportFacts): StudyReport {
  const { study, head, settings, guidelines, people, closed, findings, learned, sources } = facts;
  const lastClose = closed.at(-1)?.seq ?? 0;
  const at = (seq: number) => Math.max(seq, 1);
  const { selection, gamma, rule } = settings.panel;
  return {
    study: { ...study, isAudit: isAudit(settings) },
    head,
    purpose: { text: guidelines.purpose, version: guidelines.version, seq: at(sources.guidelines) },
    people: { ...people, seq: at(sources.people) },
    settings: {
      shownColumns: settings.presentation.fields,
      alpha: settings.learner.alpha,
      roundSize: settings.learner.roundSize,
      panel: { gamma, ...(rule && { rule }) },
      learner: learnerOf(settings, learned?.overview.ruleCount ?? 0),
      seq: at(sources.settings),
    },
    selection: { selection, seatCount: selection.size ?? facts.seatCount, seq: at(sources.selection) },
    rounds: { closed, openCount: facts.openCount, seq: at(Math.max(lastClose, sources.opened)) },
    reports: findings && { ...findings.reports, seq: lastClose },
    agreement: findings && {
      ...findings.agreement,
      disputedCount: findings.disputedCount,
      seq: lastClose,
    },
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

function overridesOf(overrides: ReportFacts["overrides"]): StudyReport["overrides"] {
  if (overrides.length === 0) return null;
  return { ...countOverrides(overrides), seq: Math.max(...overrides.map(({ seq }) => seq)) };
}

function learnerOf(settings: StudySettings, ruleCount: number): Learner | null {
  if (isAudit(settings)) return null;
  const { learner, mode, omegaMultiplier, picks, draw, hypotheses } = settings.learner;
  return {
    ...{ learner, mode, kind: hypotheses.kind, ruleCount, drawAt: settings.drawAt },
    ...(omegaMultiplier !== undefined && { omegaMultiplier }),
    ...(picks && { picks }),
    ...(draw && { draw }),
  };
}

function learnedOf(
  learned: ReportFacts["learned"],
  { lastClose, outcomes, learner }: Sources & { readonly lastClose: number },
): Pick<StudyReport, "guarded" | "changed" | "errors"> {
  if (learned === null || lastClose === 0) return { guarded: null, changed: null, errors: null };
  const { overview, changed } = learned;
  const { guarded, compared, unreportable, hasNumber, pendingCount, lostCount, closed } = overview;
  return {
    guarded: guarded && { promise: guarded.promise, rounds: guarded.rounds, seq: lastClose },
    changed: changed && { ...changed, seq: Math.max(learner, 1) },
    errors: {
      ...{ compared, unreportable, hasNumber, pendingCount, lostCount, closed },
      seq: Math.max(lastClose, outcomes),
    },
  };
}
