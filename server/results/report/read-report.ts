import { listViolations } from "#db/queries/draws.ts";
import { findLatestGuideline } from "#db/queries/guidelines.ts";
import { findLastSeqOf } from "#db/queries/log.ts";
import { listOverrides } from "#db/queries/overrides.ts";
import { countPeople } from "#db/queries/people.ts";
import { countCancelledRounds, listOpenRounds, listRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { type EntryType, isAudit } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { madeOnce, processCache } from "#server/platform/process/process-wide.ts";
import { readSeatFacts } from "#server/studies/devices.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readGroups } from "../groups/read-groups.ts";
import { countFindings } from "../panel/count-findings.ts";
import { readChanges } from "../policy/read-changes.ts";
import { readOverview } from "../policy/read-overview.ts";
import { readRoundFacts } from "../policy/round-facts.ts";
import { type ReportFacts, type ReportRound, reportOf, type StudyReport } from "./report.ts";

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

async function readFacts(app: App, studyId: string): Promise<ReportFacts> {
  const stored = await app.store.read((db) => readStored(db, studyId));
  const findings = await countFindings(app, studyId);
  const { figures: groups } = await readGroups(app, { studyId });
  if (isAudit(stored.settings)) return { ...stored, findings, groups, learned: null };
  const overview = await readOverview(app, studyId);
  const { changed } = await readChanges(app, studyId);
  return { ...stored, findings, groups, learned: { overview, changed } };
}

async function readStored(
  db: Reader,
  studyId: string,
): Promise<Omit<ReportFacts, "findings" | "groups" | "learned">> {
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
    seatCount: (await readSeatFacts(db, studyId)).length,
    closed,
    openCount: (await listOpenRounds(db, studyId)).length,
    cancelled: await countCancelledRounds(db, studyId),
    overrides: await listOverrides(db, studyId),
    sources: await readSources(db, studyId, closed),
  };
}

const roundsAtOnce = 200;

async function readClosed(db: Reader, studyId: string): Promise<ReportRound[]> {
  const rounds = (await listRounds(db, studyId)).filter(({ state }) => state === "closed").reverse();
  const closed: ReportRound[] = [];
  for (let first = 0; first < rounds.length; first += roundsAtOnce) {
    const numbers = rounds.slice(first, first + roundsAtOnce).map(({ number }) => number);
    for (const facts of await readRoundFacts(db, studyId, numbers, { pairs: false })) {
      const { number, openedSeq, openedAt, closedSeq, closedAt, pairCount } = facts.round;
      closed.push({
        ...{ round: number, pairCount, openedSeq, openedAt },
        ...{ seq: closedSeq ?? openedSeq, closedAt: closedAt ?? openedAt },
        personCount: facts.people.length,
        expectedCount: facts.people.reduce((total, { chance }) => total + Number(chance), 0),
        reportedPairs: facts.closed?.reported.length ?? 0,
      });
    }
  }
  return closed;
}

async function readSources(
  db: Reader,
  studyId: string,
  closed: readonly ReportRound[],
): Promise<ReportFacts["sources"]> {
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
    annulled: closed.find(({ round }) => round === lastAnnulling)?.seq ?? 0,
  };
}
