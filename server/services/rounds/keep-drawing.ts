import { listStudiesAwaitingNumbers } from "#db/queries/rounds.ts";
import type { Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import type { App } from "#server/services/app/app.ts";
import { checkpointInBackground } from "#server/services/checkpoints/keep-checkpoints.ts";
import { mailCheckpointInBackground } from "#server/services/checkpoints/mail-checkpoint.ts";
import { incident } from "#server/services/process/incident.ts";
import { processWide } from "#server/services/process/process-wide.ts";
import { applyInBackground } from "../learner/apply-updates.ts";
import { takeNumber } from "./await-number.ts";

/** How often a server looks for rounds that wait and that another one may have left, in milliseconds. */
const lookEvery = 15_000;
const afterTrouble = 60_000;
/** A timer takes no more; and clocks are set meanwhile. */
const longestSleep = 60_000;

type Turn = { last: Promise<void>; timer: NodeJS.Timeout | undefined };

/**
 * Makes the draw that a study's open round awaits as soon as its public number is out, and what follows a close. One study
 * is worked at once a process; what fails is tried again, by this process or another one.
 *
 * @returns when it was tried once, well or not; nobody has to wait for it
 */
export function drawInBackground(app: App, studyId: string): Promise<void> {
  const turns = turnsOf(app.store);
  const turn = turns.get(studyId) ?? { last: Promise.resolve(), timer: undefined };
  turns.set(studyId, turn);
  turn.last = turn.last.then(() => work(app, studyId, turn));
  return turn.last;
}

/** Looks now and from time to time for what a process that ended left waiting; for the start of a server. */
export function resumeDrawing(app: App): void {
  lookAround(app);
  setInterval(() => lookAround(app), lookEvery).unref();
}

function lookAround(app: App): void {
  app.store
    .read(listStudiesAwaitingNumbers)
    .then((studies) => {
      for (const studyId of studies) drawInBackground(app, studyId);
    })
    .catch((error: unknown) => isClosed(error) || incident(error, "look for draws that wait"));
}

function turnsOf(store: Store): Map<string, Turn> {
  const turns = processWide("draw-turns", () => new WeakMap<Store, Map<string, Turn>>());
  const found = turns.get(store) ?? new Map<string, Turn>();
  turns.set(store, found);
  return found;
}

async function work(app: App, studyId: string, turn: Turn): Promise<void> {
  clearTimeout(turn.timer);
  const wait = await workOnce(app, studyId).catch((error: unknown) => {
    // A server that ends leaves the rest to the next one.
    if (isClosed(error)) return null;
    incident(error, "make a draw");
    return afterTrouble;
  });
  if (wait === null) return;
  const sleep = Math.min(wait, longestSleep);
  turn.timer = setTimeout(() => drawInBackground(app, studyId), sleep).unref();
}

async function workOnce(app: App, studyId: string): Promise<number | null> {
  const { wait, closed } = await takeNumber(app, studyId);
  if (closed !== null) {
    applyInBackground(app, studyId);
    checkpointInBackground(app, studyId).then(() =>
      mailCheckpointInBackground(app, { studyId, round: closed }),
    );
  }
  return wait;
}

function isClosed(error: unknown): boolean {
  return isStoreError(error) && error.code === "closed";
}
