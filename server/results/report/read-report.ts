import { listViolations } from "#db/queries/draws.ts";
import { findLatestGuideline } from "#db/queries/guidelines.ts";
import { findLastSeqOf } from "#db/queries/log.ts";
import { listOverrides } from "#db/queries/overrides.ts";
import { countPeople } from "#db/queries/people.ts";
import { countCancelledRounds, listOpenRounds, listRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { type EntryType, isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { countOverrides } from "#server/audit-log/overrides.ts";
import type { App } from "#server/platform/app/app.ts";
import { madeOnce, processCache } from "#server/platform/process/process-wide.ts";
import { readSeatFacts } from "#server/studies/devices.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readGroups } from "../groups/read-groups.ts";
import { countFindings } from "../panel/count-findings.ts";
import { readChanges } from "../policy/read-changes.ts";
import { readOverview } from "../policy/read-overview.ts";
import { type RoundFacts, readRoundFacts } from "../policy/round-facts.ts";

const keptReports = 50;

/**
 * Reads the report of a study; kept until the log grows. It names no person and holds no feature.
 *
 * @throws DomainError "not-found"; "study-not-ready" for a draft
 */
export async function readReport(app: App, studyId: string): Promise<StudyReport> {
  const { headHash } = await app.store.read((db) => requireStudy(db, studyId));
  const kept = processCache<Promise<StudyReport>>("reports", { max: keptReports });
  return madeOnce(kept, `${studyId}/${headHash}`, async () => reportOf(await readFacts(app, studyId)));
}

/**
 * Makes the report of a study: everything that it says, as numbers and words of the log, with no sentence of any
 * language. Each value has in `seq` the log entry that it follows from; of several entries, the last one. Entry 1 is the
 * source of whatever no later entry changed.
 */
function reportOf(facts: Facts) {
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
type Facts = Awaited<ReturnType<typeof readFacts>>;

function overridesOf(overrides: Facts["overrides"]) {
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
  learned: Facts["learned"],
  { lastClose, outcomes, learner }: Facts["sources"] & { readonly lastClose: number },
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

/** Reads what a report is made of. `learned` is null in an audit; `groups` without group columns, and before the first close. */
async function readFacts(app: App, studyId: string) {
  const stored = await app.store.read((db) => readStored(db, studyId));
  const findings = await countFindings(app, studyId);
  const { figures: groups } = await readGroups(app, { studyId });
  if (isAudit(stored.settings)) return { ...stored, findings, groups, learned: null };
  const overview = await readOverview(app, studyId);
  const { changed } = await readChanges(app, studyId);
  return { ...stored, findings, groups, learned: { overview, changed } };
}

async function readStored(db: Reader, studyId: string) {
  const study = await requireStudy(db, studyId);
  const settings = settingsOf(study);
  const closed = await readClosed(db, studyId);
  const guidelines = await findLatestGuideline(db, studyId);
  return {
    study: { id: study.id, name: study.name, isEnded: study.state === "ended" },
    head: { seq: study.nextSeq - 1, hash: study.headHash, at: study.headAt },
    settings,
    guidelines: { purpose: guidelines?.purpose ?? "", version: guidelines?.version ?? 1 },
    people: await countPeople(db, studyId),
    /** Seats in use. */
    seatCount: (await readSeatFacts(db, studyId)).length,
    closed,
    openCount: (await listOpenRounds(db, studyId)).length,
    cancelled: await countCancelledRounds(db, studyId),
    overrides: await listOverrides(db, studyId),
    sources: await readSources(db, studyId, closed),
  };
}

const roundsAtOnce = 200;

async function readClosed(db: Reader, studyId: string) {
  const rounds = (await listRounds(db, studyId)).filter(({ state }) => state === "closed").reverse();
  const closed: ReturnType<typeof closedRound>[] = [];
  for (let first = 0; first < rounds.length; first += roundsAtOnce) {
    const numbers = rounds.slice(first, first + roundsAtOnce).map(({ number }) => number);
    closed.push(...(await readRoundFacts(db, studyId, numbers, { pairs: false })).map(closedRound));
  }
  return closed;
}

function closedRound({ round, people, closed }: RoundFacts) {
  const { number, openedSeq, openedAt, closedSeq, closedAt, pairCount } = round;
  return {
    ...{ round: number, pairCount, openedSeq },
    /** The entry that closed it. */
    seq: closedSeq ?? openedSeq,
    /** UTC milliseconds. */
    openedAt,
    closedAt: closedAt ?? openedAt,
    personCount: people.length,
    /** Σ p: as many people as the chances pick on average. */
    expectedCount: people.reduce((total, { chance }) => total + Number(chance), 0),
    reportedPairs: closed?.reported.length ?? 0,
  };
}

/** Reads the numbers of the newest entries that figures follow from; 0: there is none. */
async function readSources(
  db: Reader,
  studyId: string,
  closed: readonly { readonly round: number; readonly seq: number }[],
) {
  const lastOf = async (...types: EntryType[]) => {
    let last = 0;
    for (const type of types) last = Math.max(last, await findLastSeqOf(db, studyId, type));
    return last;
  };
  const numbers = closed.map(({ round }) => round);
  const annulledIn = (await listViolations(db, studyId, numbers)).map((row) => row.annulledIn ?? 0);
  const lastAnnulling = Math.max(0, ...annulledIn);
  const settings = await lastOf("settings.revised");
  return {
    guidelines: await lastOf("guidelines.revised"),
    settings,
    selection: Math.max(settings, await lastOf("panel.selection-changed")),
    people: await lastOf("people.imported", "person.erased"),
    outcomes: await lastOf("outcome.recorded"),
    learner: await lastOf("learner.updated"),
    opened: await lastOf("round.opened"),
    cancelled: await lastOf("round.cancelled"),
    /** The close of the round whose panel annulled a report last. */
    annulled: closed.find(({ round }) => round === lastAnnulling)?.seq ?? 0,
  };
}
