import { listStudiesToInvite } from "#db/queries/invitations.ts";
import { invitationLimit, sendInvitations } from "#server/accounts/messages/send-invitations.ts";
import type { App } from "#server/platform/app/app.ts";
import { listDueJobs } from "#server/platform/app/job-lease.ts";
import { enqueue, type Job, type RecordedKind } from "#server/platform/app/job-queue.ts";
import { drawLimit, listAwaiting, takeNumbers } from "#server/rounds/await-public-number.ts";
import { closeDueRound, closeLimit, listDueRounds } from "#server/rounds/close-due.ts";
import { findNotifications } from "#server/rounds/notifications/find-notifications.ts";
import { notificationLimit, sendNotifications } from "#server/rounds/notifications/send-notifications.ts";
import { findWebhookEvents } from "#server/rounds/webhooks/find-webhook-events.ts";
import { sendWebhook, webhookLimit } from "#server/rounds/webhooks/send-webhook.ts";
import {
  checkpointLimit,
  keepCheckpoints,
  listUncovered,
} from "#server/studies/checkpoints/keep-checkpoints.ts";
import { checkpointMailLimit, mailCheckpoint } from "#server/studies/checkpoints/mail-checkpoint.ts";
import {
  applyUnlessHeld,
  learnerUpdateLimit,
  listStudiesBehind,
} from "#server/studies/learner/apply-updates.ts";
import { deleteDueFeatures, listDueStudies, retentionLimit } from "#server/studies/people/retention.ts";
import { recordedJobs } from "./recorded-jobs.ts";

/** Jobs without a row of their own: what is to be done follows from the study. */
type Kind = Exclude<Job["kind"], RecordedKind>;
type Data<K extends Kind> = Omit<Extract<Job, { kind: K }>, "kind">;

export type Handler<K extends Kind> = {
  /** Runs a job. @returns the milliseconds after which to look again; null if it is done */
  readonly run: (app: App, data: Data<K>, signal: AbortSignal) => Promise<number | null>;
  /** The longest time for one run, in milliseconds. */
  readonly limitMs: number;
  /** Finds work that may not have been enqueued. */
  readonly find: (app: App) => Promise<readonly Data<K>[]>;
  /** How often `find` is called, in milliseconds. */
  readonly every: number;
};

const seconds = 1_000;

/** The handlers of all jobs that are not recorded, whichever queue delivers them. */
export const handlers: { readonly [K in Kind]: Handler<K> } = {
  "close-round": {
    run: async (app, key) => {
      await closeDueRound(app, key);
      return null;
    },
    limitMs: closeLimit,
    find: listDueRounds,
    every: 5 * seconds,
  },
  "update-learner": {
    // The process that runs it may die, so it is checked again and taken over once its lease has run out.
    run: async (app, { studyId }, signal) => ((await applyUnlessHeld(app, studyId, signal)) ? seconds : null),
    limitMs: learnerUpdateLimit,
    find: listStudiesBehind,
    every: 5 * seconds,
  },
  "keep-checkpoints": {
    run: (app, { studyId }) => keepCheckpoints(app, studyId),
    limitMs: checkpointLimit,
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
    limitMs: checkpointMailLimit,
    // Never retried: the next close enqueues the next one.
    find: async () => [],
    every: 3_600 * seconds,
  },
  "delete-features": {
    run: deleteDueFeatures,
    limitMs: retentionLimit,
    find: listDueStudies,
    every: 300 * seconds,
  },
  "send-invitations": {
    run: async (app, key) => {
      await sendInvitations(app, key);
      return null;
    },
    limitMs: invitationLimit,
    find: async (app) => (app.mailer === null ? [] : app.store.read(listStudiesToInvite)),
    every: 15 * seconds,
  },
  "send-notifications": {
    run: async (app, key) => {
      await sendNotifications(app, key);
      return null;
    },
    limitMs: notificationLimit,
    find: findNotifications,
    every: 15 * seconds,
  },
  "send-webhook": {
    run: async (app, key, signal) => {
      await sendWebhook(app, key, signal);
      return null;
    },
    limitMs: webhookLimit,
    find: findWebhookEvents,
    every: 15 * seconds,
  },
  draw: {
    run: (app, { studyId }) => takeNumbers(app, studyId),
    limitMs: drawLimit,
    find: listAwaiting,
    every: 15 * seconds,
  },
};

type Found = Job & { readonly inMs?: number };
type Sweep = { readonly find: (app: App) => Promise<readonly Found[]>; readonly every: number };

/** The searches for jobs that may not have been enqueued or whose process has died, by what they find. */
export const sweeps: { readonly [name: string]: Sweep } = {
  ...Object.fromEntries(
    Object.entries(handlers).map(([kind, { find, every }]) => {
      const found = async (app: App) => (await find(app)).map((data) => ({ kind, ...data }) as Found);
      return [kind, { find: found, every }];
    }),
  ),
  recorded: { find: (app) => listDueJobs(app, Object.values(recordedJobs)), every: 2 * seconds },
};
