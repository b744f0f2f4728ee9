import { LRUCache } from "lru-cache";
import { findLastSeqOf } from "#db/queries/log.ts";
import { listClosedNumbers } from "#db/queries/rounds.ts";
import type { Store } from "#db/store/store.ts";
import type { Findings } from "#server/analysis/findings/findings.ts";
import type { Tally } from "#server/analysis/findings/tally.ts";
import { shownTypes } from "#server/audit-log/docket.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { shownPlaces } from "#server/audit-log/shown.ts";
import type { App } from "#server/platform/app/app.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import type { ShownField } from "#server/workers/findings-tasks.ts";
import { playedRounds } from "./played-rounds.ts";

const keptStudies = 50;

/**
 * Counts the findings of a study's closed rounds in a worker; null before the first close. Results are kept, since only
 * another close or an erasure changes them.
 */
export async function countFindings(app: App, studyId: string): Promise<Findings | null> {
  const { settings, numbers, erasedSeq } = await app.store.read(async (db) => ({
    settings: settingsOf(await requireStudy(db, studyId)),
    numbers: await listClosedNumbers(db, studyId),
    erasedSeq: await findLastSeqOf(db, studyId, "person.erased"),
  }));
  const kept = keptIn(app.store);
  const key = `${numbers.length}/${erasedSeq}`;
  const known = kept.get(studyId);
  if (known?.key === key) return known.findings;
  const findings = count(app, studyId, settings, numbers);
  kept.set(studyId, { key, findings });
  findings.catch(() => kept.delete(studyId));
  return findings;
}

type Kept = LRUCache<string, { readonly key: string; readonly findings: Promise<Findings | null> }>;

/** Cache of one database, since a test runs several in one process. */
function keptIn(store: Store): Kept {
  return processWideOf("findings", store, () => new LRUCache({ max: keptStudies }));
}

async function count(
  app: App,
  studyId: string,
  settings: StudySettings,
  numbers: readonly number[],
): Promise<Findings | null> {
  const fields = shownColumns(settings);
  const tallies: Tally[] = [];
  const which = { numbers, roundSize: settings.learner.roundSize };
  for await (const rounds of playedRounds(app, studyId, which)) {
    tallies.push(await app.pool.run("tallyFindings", { rounds, fields }));
  }
  return tallies.length === 0 ? null : app.pool.run("addUpFindings", { tallies });
}

function shownColumns(settings: StudySettings): ShownField[] {
  const types = shownTypes(settings);
  return shownPlaces(settings).map((column, field) => ({ column, isNumber: types[field] === "number" }));
}
