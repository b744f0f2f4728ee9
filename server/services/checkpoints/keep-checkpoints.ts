import { findCheckpoint } from "#db/queries/checkpoints.ts";
import { listPublishedStudies } from "#db/queries/studies.ts";
import type { Reader, Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import type { App } from "#server/services/app/app.ts";
import { markFact } from "#server/services/mark/keep-marks.ts";
import { incident } from "#server/services/process/incident.ts";
import { processWide } from "#server/services/process/process-wide.ts";
import { findCheckpointNote } from "./checkpoint-note.ts";
import { cosignNewest } from "./cosign.ts";
import { findStudyCheckpoints } from "./identity.ts";
import { makeCheckpoint, nextSize } from "./make-checkpoint.ts";

/** Whether the log has entries that a checkpoint could cover and none does. */
export async function isCheckpointDue(db: Reader, studyId: string): Promise<boolean> {
  if ((await findStudyCheckpoints(db, studyId)) === undefined) return false;
  const covered = (await findCheckpoint(db, studyId))?.size ?? 0;
  return covered < (await nextSize(db, studyId));
}

/**
 * Makes the checkpoint that is due, and has the newest one cosigned by every witness of the study that this server knows.
 *
 * @returns how long to wait before trying again; null if all is done
 * @internal
 */
export async function keepCheckpoints(app: App, studyId: string): Promise<number | null> {
  if (await app.store.read((db) => isCheckpointDue(db, studyId))) await makeCheckpoint(app, studyId);
  const checkpoints = await app.store.read((db) => findStudyCheckpoints(db, studyId));
  const asked = app.witnesses.filter(({ key }) => checkpoints?.witnesses.includes(key));
  const waits = await Promise.all(asked.map((witness) => cosignNewest(app, studyId, witness)));
  await noteNewest(app, studyId);
  return waits.reduce(
    (least, wait) => (least === null || (wait !== null && wait < least) ? wait : least),
    null,
  );
}

/** Notes outside the database what was signed and cosigned last, once. */
async function noteNewest(app: App, studyId: string): Promise<void> {
  const { note, size } = await app.store.read(async (db) => ({
    note: await findCheckpointNote(db, studyId),
    size: (await findCheckpoint(db, studyId))?.size ?? 0,
  }));
  const noted = processWide("noted-checkpoints", () => new WeakMap<App, Map<string, string>>());
  const known = noted.get(app) ?? new Map<string, string>();
  noted.set(app, known);
  if (note === undefined || known.get(studyId) === note) return;
  await markFact(app, studyId, { checkpoint: note, size });
  known.set(studyId, note);
}

/**
 * Starts {@link keepCheckpoints}; what fails is tried again, by this process or the next one. One study is worked at once a
 * process.
 *
 * @returns when it was tried once, well or not; nobody has to wait for it
 */
export function checkpointInBackground(app: App, studyId: string): Promise<void> {
  const turns = turnsOf(app.store);
  const turn = turns.get(studyId) ?? { last: Promise.resolve(), timer: undefined };
  turns.set(studyId, turn);
  turn.last = turn.last.then(() => work(app, studyId, turn));
  return turn.last;
}

/** Goes on where a process that ended left off; for the start of a server. */
export function resumeCheckpoints(app: App): void {
  app.store
    .read(listPublishedStudies)
    .then((studies) => {
      for (const studyId of studies) checkpointInBackground(app, studyId);
    })
    .catch((error: unknown) => incident(error, "resume checkpoints"));
}

type Turn = { last: Promise<void>; timer: NodeJS.Timeout | undefined };

function turnsOf(store: Store): Map<string, Turn> {
  const turns = processWide("checkpoint-turns", () => new WeakMap<Store, Map<string, Turn>>());
  const found = turns.get(store) ?? new Map<string, Turn>();
  turns.set(store, found);
  return found;
}

const afterTrouble = 60_000;

async function work(app: App, studyId: string, turn: Turn): Promise<void> {
  clearTimeout(turn.timer);
  const wait = await keepCheckpoints(app, studyId).catch((error: unknown) => {
    // A server that ends leaves the rest to the next one.
    if (isStoreError(error) && error.code === "closed") return null;
    incident(error, "keep checkpoints");
    return afterTrouble;
  });
  if (wait !== null) turn.timer = setTimeout(() => checkpointInBackground(app, studyId), wait).unref();
}
