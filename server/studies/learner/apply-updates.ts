import { setTimeout as sleep } from "node:timers/promises";
import { insertUpdate, pruneSnapshots } from "#db/queries/learner.ts";
import { listComparedRounds } from "#db/queries/rounds.ts";
import { holdsLease, listStudiesToUpdate, takeLease, updateLease } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { effectTypes } from "#server/audit-log/learner-steps.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { withTimeLimit } from "#server/platform/app/time-limit.ts";
import { learningOf, requireStudy, settingsOf } from "../settings.ts";
import { hasSteps, readSteps } from "./read-steps.ts";
import { withState } from "./state.ts";
import { cacheState } from "./state-cache.ts";

/**
 * Length of the lease. It is short, so that another process soon replaces a killed one; its holder renews it while
 * computing.
 */
const leaseMilliseconds = 10_000;
const batchSize = 500;
/** The longest time for one update of a learner, in milliseconds. */
export const learnerUpdateLimit = 15 * 60_000;
const waitLimit = 90_000;

/**
 * Brings the learner up to date with the log: when this returns, its state includes everything closed or reported so
 * far. An audit has no learner. The holder of the study's lease computes outside any transaction, and writes only while
 * it still holds the lease.
 *
 * @throws DomainError "learner-busy" if another process takes too long
 */
export async function applyUpdates(app: App, studyId: string): Promise<void> {
  const giveUpAt = app.timekeeper.steady() + waitLimit;
  for (;;) {
    if (!(await app.store.read((db) => isBehind(db, studyId)))) return;
    if (!(await applyUnderLease(app, studyId))) {
      if (app.timekeeper.steady() > giveUpAt) {
        throw new DomainError("learner-busy", t.policyUpdating());
      }
      await sleep(50);
    }
  }
}

/** Brings the learner up to date unless another process holds the lease. @returns whether another process holds it */
export async function applyUnlessHeld(app: App, studyId: string, signal?: AbortSignal): Promise<boolean> {
  while (!signal?.aborted && (await app.store.read((db) => isBehind(db, studyId)))) {
    if (!(await applyUnderLease(app, studyId))) return true;
  }
  return false;
}

/** Lists the studies whose learner is behind their log. */
export async function listStudiesBehind(app: App): Promise<{ studyId: string }[]> {
  const behind = await app.store.read((db) => listStudiesToUpdate(db, effectTypes));
  return behind.map((studyId) => ({ studyId }));
}

async function isBehind(db: Reader, studyId: string): Promise<boolean> {
  const study = await requireStudy(db, studyId);
  if (isAudit(settingsOf(study))) return false;
  return hasSteps(db, { studyId, after: study.appliedSeq });
}

/** Applies the next steps to the learner under the study's lease. @returns false if another process holds the lease */
async function applyUnderLease(app: App, studyId: string): Promise<boolean> {
  const now = Math.round(app.timekeeper.steady());
  const lease = { studyId, owner: `process ${process.pid}`, now, until: now + leaseMilliseconds };
  const held = await app.store.tx((tx) => takeLease(tx, lease));
  if (held === undefined) return false;
  try {
    const { settings, steps, seqs } = await app.store.read(async (db) => ({
      settings: learningOf(settingsOf(await requireStudy(db, studyId))),
      ...(await readSteps(db, { studyId, after: held.appliedSeq, limit: batchSize })),
    }));
    const appliedSeq = seqs.at(-1);
    if (appliedSeq === undefined) return true;
    const place = { studyId, spec: settings.learner, appliedSeq: held.appliedSeq };
    const renew = async () => {
      const until = Math.round(app.timekeeper.steady()) + leaseMilliseconds;
      await app.store.tx((tx) => updateLease(tx, { studyId, fence: held.fence }, { leaseUntil: until }));
      return true;
    };
    const limit = { limitMs: learnerUpdateLimit, where: "update-learner", renew };
    const result = await withTimeLimit(app, limit, (signal) =>
      withState(app, place, (stored) => app.pool.run("applySteps", { ...stored, steps }, signal)),
    );
    await write(app, studyId, held, { appliedSeq, ...result });
    cacheState(app, { studyId, stateHash: result.stateHash }, result.snapshot);
    return true;
  } finally {
    await app.store.tx((tx) =>
      updateLease(tx, { studyId, fence: held.fence }, { leaseUntil: null, leaseOwner: null }),
    );
  }
}

function write(
  app: App,
  studyId: string,
  { fence, appliedSeq: fromSeq }: { fence: number; appliedSeq: number },
  { appliedSeq, snapshot, stateHash }: { appliedSeq: number; snapshot: Uint8Array; stateHash: string },
): Promise<void> {
  return writeStudy(app, studyId, async ({ tx, study, append, patch, now }) => {
    const lost = !(await holdsLease(tx, { studyId, fence })) || study.appliedSeq !== fromSeq;
    if (lost) return;
    const { seq } = append("learner.updated", { fromSeq, appliedSeq, stateHash });
    const update = { studyId, appliedSeq, fromSeq, seq, fence, stateHash, updatedAt: now };
    // Old states first: SQLite then puts the new one into their pages, and each page is written once.
    const inUse = (await listComparedRounds(tx, studyId)).map((round) => round.appliedSeq);
    await pruneSnapshots(tx, { studyId, newest: appliedSeq, inUse });
    await insertUpdate(tx, update, snapshot);
    patch({ appliedSeq });
  });
}
