import { countPicked, countViolations } from "#db/queries/draws.ts";
import { findLatestGuideline } from "#db/queries/guidelines.ts";
import {
  countCancelledRounds,
  countRounds,
  findRound,
  listNewestRounds,
  listOpenRounds,
} from "#db/queries/rounds.ts";
import { findDemo } from "#db/queries/studies.ts";
import { countWaiting } from "#db/queries/waiting.ts";
import type { Reader } from "#db/store/store.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { keptAtHead } from "#server/platform/app/kept-at-head.ts";
import type { Study } from "#server/platform/app/study-settings.ts";
import { damageOf } from "#server/platform/integrity/damaged.ts";
import { lastRound } from "#server/rounds/inbox/last-round.ts";
import { readOperatorAction } from "#server/rounds/inbox/read-inbox.ts";
import { panelPace } from "#server/rounds/judging/pace.ts";
import { readSeatFacts } from "#server/studies/devices.ts";
import { findStudyLabels } from "#server/studies/labels.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { retentionOf } from "#server/studies/people/retention.ts";
import { nextRoundOf, requireStudy, settingsOf } from "#server/studies/settings.ts";

/** Whether the demo's study has been created. */
export async function hasDemo(app: App): Promise<boolean> {
  return (await app.store.read(findDemo)) !== undefined;
}

/** Reads what every page of a study, or of a draft, shows. */
export async function readStudyHead(app: App, studyId: string) {
  const { id, name, state, settings, nextSeq } = await app.store.read((db) => requireStudy(db, studyId));
  return {
    ...{ id, name, state },
    /** Whether it audits the rule in force, so it neither picks people nor learns. */
    isAudit: settings !== null && isAudit(settings),
    /** The last entry of its log. */
    head: { seq: nextSeq - 1 },
  };
}

const newestCount = 5;

/** A study as its operator and researchers see it, with its newest rounds. */
export async function readStudy(app: App, studyId: string) {
  const known = await app.store.read(async (db) => settingsOf(await requireStudy(db, studyId)));
  const ruleCount = isAudit(known) ? null : (await ruleWords(app, studyId, known, [])).size;
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const newest = await findRound(db, studyId, study.roundCount);
    const hasReport = newest !== undefined && (await countViolations(db, studyId, [newest.number])).size > 0;
    return {
      id: study.id,
      name: study.name,
      state: study.state,
      isDemo: study.isDemo,
      /** Damage found in its log, which blocks all writes; null if none was found. */
      damage: damageOf(app.store, studyId),
      settings,
      /** Whether it audits the rule in force, so it neither picks people nor learns. */
      isAudit: isAudit(settings),
      /** Null in an audit. */
      ruleCount,
      /** The public beacon that its draws rest on; null: none. */
      beacon: (await findGenesisEntry(db, studyId))?.beacon ?? null,
      /** Whether and when features of people are deleted. */
      retention: retentionOf(study, app.now()),
      guideline: await findLatestGuideline(db, studyId),
      /** Only the panel page shows who holds them. */
      seats: await readSeatFacts(db, studyId),
      usualDeadlineDays: (await findStudyLabels(db, studyId)).deadlineDays,
      /** Time that the panel takes for a pair. */
      pace: await panelPace(db, studyId),
      nextRound: nextRoundOf(study),
      waitingCount: await countWaiting(db, studyId),
      ...(await readOperatorAction(app, db, study)),
      /** The newest round if it is closed; null otherwise. */
      lastRound: newest?.state === "closed" ? lastRound(settings, newest, hasReport) : null,
      head: { seq: study.nextSeq - 1, hash: study.headHash },
      /** The rounds that are not over, oldest first. */
      open: (await listOpenRounds(db, studyId)).map(({ number, state }) => ({ number, state })),
      ...(await countedRounds(app, db, study)),
      rounds: await readNewestRounds(db, studyId),
    };
  });
}

async function countedRounds({ store }: App, db: Reader, study: Study) {
  const countsOf = await keptAtHead(store, "round-counts", [study], async ([id = ""]) => {
    const counts = await countRounds(db, id);
    const ofState = (wanted: string) => counts.find(({ state }) => state === wanted);
    const value = {
      roundCounts: {
        all: counts.reduce((sum, { count }) => sum + count, 0),
        closed: ofState("closed")?.count ?? 0,
        /** Closed rounds only. */
        withoutPairs: ofState("closed")?.withoutPairs ?? 0,
        cancelled: ofState("cancelled")?.count ?? 0,
      },
      cancelled: await countCancelledRounds(db, id),
    };
    return () => value;
  });
  return countsOf(study.id);
}

async function readNewestRounds(db: Reader, studyId: string) {
  const rounds = await listNewestRounds(db, studyId, newestCount);
  const closed = rounds.flatMap(({ state, number }) => (state === "closed" ? [number] : []));
  const violationCounts = await countViolations(db, studyId, closed);
  const pickedCounts = await countPicked(db, studyId, closed);
  return rounds.map((round) => ({
    ...round,
    violations: violationCounts.get(round.number) ?? { reported: 0, annulled: 0 },
    /** Null unless a closed round had a draw. */
    picked: pickedCounts.get(round.number) ?? null,
  }));
}
