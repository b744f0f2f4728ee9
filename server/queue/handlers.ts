import type { App } from "#server/platform/app/app.ts";
import { enqueue, type Job } from "#server/platform/app/job-queue.ts";
import { afterClose } from "#server/rounds/after-close.ts";
import { takeNumber } from "#server/rounds/await-number.ts";
import { listAwaiting } from "#server/rounds/awaiting.ts";
import { closeDueRound, listDueRounds } from "#server/rounds/close-due.ts";
import { listWaitingReminders, sendReminder } from "#server/rounds/reminders/send-reminder.ts";
import { keepCheckpoints, listUncovered } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { mailCheckpoint } from "#server/studies/checkpoints/mail-checkpoint.ts";
import { applyUnlessHeld, listBehind } from "#server/studies/learner/apply-updates.ts";
import { listAbandoned, resumeJob } from "./resume-job.ts";

type Kind = Job["kind"];
type Data<K extends Kind> = Omit<Extract<Job, { kind: K }>, "kind">;

export type Handler<K extends Kind> = {
  /** @returns after how many milliseconds to look again; null: it is done */
  readonly run: (app: App, data: Data<K>) => Promise<number | null>;
  /** What nobody may have been asked for, or whoever was asked has died. */
  readonly find: (app: App) => Promise<readonly Found<K>[]>;
  /** How often that is looked for, in milliseconds. */
  readonly every: number;
};

type Found<K extends Kind> = Data<K> & { readonly inMs?: number };

const seconds = 1_000;
const done = () => null;

/** The one table of what is done apart from requests, however it is brought here. */
export const handlers: { readonly [K in Kind]: Handler<K> } = {
  "close-round": {
    run: async (app, key) => {
      if (await closeDueRound(app, key)) afterClose(app, key);
      return null;
    },
    find: listDueRounds,
    every: 5 * seconds,
  },
  "update-learner": {
    // Whoever is at it may die: looked at again, and as soon as their lease has run out done.
    run: async (app, { studyId }) => ((await applyUnlessHeld(app, studyId)) ? seconds : null),
    find: listBehind,
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
    // Never tried again: the next close brings the next.
    find: async () => [],
    every: 3_600 * seconds,
  },
  draw: {
    run: async (app, { studyId }) => {
      const { wait, closed } = await takeNumber(app, studyId);
      if (closed !== null) afterClose(app, { studyId, round: closed });
      return wait;
    },
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

/** Does one thing. @returns after how many milliseconds to look again; null: it is done */
export function handle(app: App, { kind, ...data }: Job): Promise<number | null> {
  // The handler of `kind` takes the data of `kind`, which the compiler cannot follow through the table.
  const { run } = handlers[kind] as unknown as { run: (app: App, data: object) => Promise<number | null> };
  return run(app, data);
}
