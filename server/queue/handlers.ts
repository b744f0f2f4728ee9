import type { App } from "#server/platform/app/app.ts";
import { enqueue, type Job } from "#server/platform/app/job-queue.ts";
import { takeNumber } from "#server/rounds/await-number.ts";
import { listAwaiting } from "#server/rounds/awaiting.ts";
import { closeDueRound, listDueRounds } from "#server/rounds/close-due.ts";
import { listWaitingReminders, sendReminder } from "#server/rounds/reminders/send-reminder.ts";
import { keepCheckpoints, listUncovered } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { mailCheckpoint } from "#server/studies/checkpoints/mail-checkpoint.ts";
import { applyUnlessHeld, listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { listAbandoned, resumeJob } from "./resume-job.ts";

type Kind = Job["kind"];
type Data<K extends Kind> = Omit<Extract<Job, { kind: K }>, "kind">;

export type Handler<K extends Kind> = {
  /** Runs a job. @returns the milliseconds after which to look again; null if it is done */
  readonly run: (app: App, data: Data<K>) => Promise<number | null>;
  /** Finds work that may not have been enqueued, or whose process has died. */
  readonly find: (app: App) => Promise<readonly Found<K>[]>;
  /** How often `find` is called, in milliseconds. */
  readonly every: number;
};

type Found<K extends Kind> = Data<K> & { readonly inMs?: number };

const seconds = 1_000;
const done = () => null;

/** The handlers of all background jobs, whichever queue delivers them. */
export const handlers: { readonly [K in Kind]: Handler<K> } = {
  "close-round": {
    run: (app, key) => closeDueRound(app, key).then(done),
    find: listDueRounds,
    every: 5 * seconds,
  },
  "update-learner": {
    // The process that runs it may die, so it is checked again and taken over once its lease has run out.
    run: async (app, { studyId }) => ((await applyUnlessHeld(app, studyId)) ? seconds : null),
    find: listStudiesBehind,
    every: 5 * seconds,
  },
  "keep-checkpoints": {
    run: (app, { studyId }) => keepCheckpoints(app, studyId),
    find: listUncovered,
    every: 300 * seconds,
  },
  "mail-checkpoint": {
    run: async (app, closed) => {
      const wait = await keepCheckpoints(app, closed.studyId);
      await mailCheckpoint(app, closed);
      if (wait !== null) enqueue(app, { kind: "keep-checkpoints", studyId: closed.studyId }, wait);
      return null;
    },
    // Never retried: the next close enqueues the next one.
    find: async () => [],
    every: 3_600 * seconds,
  },
  draw: {
    run: (app, { studyId }) => takeNumber(app, studyId),
    find: listAwaiting,
    every: 15 * seconds,
  },
  "send-reminder": {
    run: (app, ref) => sendReminder(app, ref).then(done),
    find: listWaitingReminders,
    every: 5 * seconds,
  },
  "carry-out": {
    run: (app, left) => resumeJob(app, left).then(done),
    find: listAbandoned,
    every: 2 * seconds,
  },
};

/** Runs one job. @returns the milliseconds after which to look again; null if it is done */
export function handle(app: App, { kind, ...data }: Job): Promise<number | null> {
  // The handler of `kind` takes the data of `kind`, which the compiler cannot infer from the table.
  const { run } = handlers[kind] as unknown as { run: (app: App, data: object) => Promise<number | null> };
  return run(app, data);
}
