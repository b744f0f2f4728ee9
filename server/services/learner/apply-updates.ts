import { setTimeout as sleep } from "node:timers/promises";
import { insertUpdate, pruneSnapshots } from "#db/queries/learner.ts";
import { findOpenRound } from "#db/queries/rounds.ts";
import {
  type findStudy,
  holdsLease,
  listStudiesToUpdate,
  releaseLease,
  renewLease,
  takeLease,
} from "#db/queries/studies.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/services/app/app.ts";
import { writeStudy } from "#server/services/app/study-writer.ts";
import { logger } from "#server/services/process/logger.ts";
import { requireStudy, settingsOf } from "../studies/settings.ts";
import { type Pending, readPending } from "./pending.ts";
import { readSnapshot } from "./state.ts";

/** Short, so that a killed process is soon replaced; renewed while its holder computes. */
const leaseMilliseconds = 10_000;
const renewEvery = 3_000;
const batchSize = 500;
const waitLimit = 90_000;

/**
 * Brings the learner up to the log: everything closed or reported so far is in its state when this returns.
 * Computed outside any transaction by the holder of the study's lease; written only by who still holds it.
 *
 * @throws DomainError "learner-busy" if another process has been at it for too long
 */
export async function applyUpdates(app: App, studyId: string): Promise<void> {
  const giveUpAt = app.now() + waitLimit;
  for (;;) {
    if ((await app.store.read((db) => nextPending(db, studyId, 1))) === undefined) return;
    if (!(await applyUnderLease(app, studyId))) {
      if (app.now() > giveUpAt) {
        throw new DomainError("learner-busy", "The rule is still being updated: try again in a minute.");
      }
      await sleep(50);
    }
  }
}

/** Starts bringing a study up to its log and returns at once; a failure is logged, the next opening tries again. */
export function applyInBackground(app: App, studyId: string): void {
  applyUpdates(app, studyId).catch((cause: unknown) => {
    logger().error({ cause, studyId }, "the learner could not be updated");
  });
}

/** Goes on where a process that died left off; for the start of a server. */
export function applyAllInBackground(app: App): void {
  applyAllUpdates(app).catch((cause: unknown) =>
    logger().error({ cause }, "the learner could not be updated"),
  );
}

/** Brings every study up to its log. */
export async function applyAllUpdates(app: App): Promise<void> {
  for (const studyId of await app.store.read(listStudiesToUpdate)) await applyUpdates(app, studyId);
}

async function nextPending(db: Parameters<typeof findStudy>[0], studyId: string, limit: number) {
  const { appliedSeq: after } = await requireStudy(db, studyId);
  return readPending(db, { studyId, after, limit });
}

/** @returns false if somebody else holds the lease */
async function applyUnderLease(app: App, studyId: string): Promise<boolean> {
  const now = app.now();
  const lease = { studyId, owner: `process ${process.pid}`, now, until: now + leaseMilliseconds };
  const held = await app.store.tx((tx) => takeLease(tx, lease));
  if (held === undefined) return false;
  try {
    const found = await app.store.read(async (db) => ({
      settings: settingsOf(await requireStudy(db, studyId)),
      pending: await readPending(db, { studyId, after: held.appliedSeq, limit: batchSize }),
    }));
    if (found.pending === undefined) return true;
    const snapshot = await readSnapshot(app, studyId, held.appliedSeq);
    const input = { spec: found.settings.learner, snapshot, steps: found.pending.steps };
    const result = await whileRenewing(app, studyId, held.fence, app.pool.run("applySteps", input));
    await write(app, studyId, held, found.pending, result);
    return true;
  } finally {
    await app.store.tx((tx) => releaseLease(tx, { studyId, fence: held.fence }));
  }
}

async function whileRenewing<T>(app: App, studyId: string, fence: number, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    const until = app.now() + leaseMilliseconds;
    app.store
      .tx((tx) => renewLease(tx, { studyId, fence, until }))
      .catch((cause: unknown) => {
        logger().warn({ cause, studyId }, "the learner's lease could not be renewed");
      });
  }, renewEvery);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

function write(
  app: App,
  studyId: string,
  { fence, appliedSeq: fromSeq }: { fence: number; appliedSeq: number },
  { appliedSeq }: Pending,
  { snapshot, stateHash }: { snapshot: Uint8Array; stateHash: string },
): Promise<void> {
  return writeStudy(app, studyId, async ({ tx, study, append, patch, now }) => {
    const lost = !(await holdsLease(tx, { studyId, fence })) || study.appliedSeq !== fromSeq;
    if (lost) return;
    const { seq } = append("learner.updated", { fromSeq, appliedSeq, stateHash });
    const update = { studyId, appliedSeq, fromSeq, seq, fence, stateHash, updatedAt: now };
    await insertUpdate(tx, update, snapshot);
    const open = await findOpenRound(tx, studyId);
    await pruneSnapshots(tx, { studyId, newest: appliedSeq, inUse: open?.appliedSeq ?? appliedSeq });
    patch({ appliedSeq });
  });
}
