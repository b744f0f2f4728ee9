import { z } from "zod";

const study = { studyId: z.string() };

/** Jobs that are recorded in the table `job`, with their progress and their result. */
export const recordedKinds = [
  "import-people",
  "panel-rehearsal",
  "publish",
  "record-outcomes",
  "reminder",
  "simulation",
] as const;

/**
 * Background jobs. A job only names what to look at; what there is to do is recorded in our own tables. So the next
 * sweep finds what a lost job would have done, and a duplicate job does no harm.
 */
export const jobSchema = z.discriminatedUnion("kind", [
  /** A round whose deadline has passed. */
  z.strictObject({ kind: z.literal("close-round"), ...study, round: z.int() }),
  /** A learner behind its log. */
  z.strictObject({ kind: z.literal("update-learner"), ...study }),
  /** A log with entries that no checkpoint covers or that a witness has not seen. */
  z.strictObject({ kind: z.literal("keep-checkpoints"), ...study }),
  /** A closed round whose panel is to receive the checkpoint. */
  z.strictObject({ kind: z.literal("mail-checkpoint"), ...study, round: z.int() }),
  /** A round whose draw awaits its public number. */
  z.strictObject({ kind: z.literal("draw"), ...study }),
  /** A study with invitations of a list that wait to be mailed. */
  z.strictObject({ kind: z.literal("send-invitations"), ...study }),
  /** An ended study in which features of people are due to be deleted. */
  z.strictObject({ kind: z.literal("delete-features"), ...study }),
  /** An account with mails that are due. */
  z.strictObject({ kind: z.literal("send-notifications"), accountId: z.string() }),
  /** A webhook with events that are due. */
  z.strictObject({ kind: z.literal("send-webhook"), webhookId: z.string() }),
  /** A row of the table `job` that waits, or whose process has died. */
  z.strictObject({ kind: z.enum(recordedKinds), ...study, id: z.string() }),
]);

export type Job = z.output<typeof jobSchema>;
export type JobKind = Job["kind"];
export type RecordedKind = (typeof recordedKinds)[number];

/** All kinds of jobs, in the order of the server's page. */
export const jobKinds: readonly JobKind[] = [
  ...recordedKinds,
  "close-round",
  "draw",
  "update-learner",
  "keep-checkpoints",
  "mail-checkpoint",
  "delete-features",
  "send-invitations",
  "send-notifications",
  "send-webhook",
];

/** Jobs of a kind that are not done: scheduled for later, due but not begun, and running. */
export type JobCounts = { readonly scheduled: number; readonly waiting: number; readonly running: number };

export type JobQueue<Owner> = {
  /** Enqueues a job. @returns after one attempt, or once the job was handed to the process that runs it */
  readonly enqueue: (app: Owner, job: Job, inMs: number) => Promise<void>;
  /** Counts the jobs of all servers on this database; kinds without jobs may be absent. */
  readonly count: (app: Owner) => Promise<Partial<Record<JobKind, JobCounts>>>;
};

/** Holds the queue of this process, which is chosen once the application is open. */
export type JobQueueSlot<Owner> = { queue: JobQueue<Owner> };

/** A queue that drops all jobs, for programs that end; a server finds the work later. */
export const noopQueue: JobQueue<unknown> = { enqueue: async () => undefined, count: async () => ({}) };

/** Enqueues a job to run soon, or after `inMs`. The caller need not wait for it, and it never throws. */
export function enqueue<Owner extends { readonly work: JobQueueSlot<Owner> }>(
  app: Owner,
  job: Job,
  inMs = 0,
): Promise<void> {
  return app.work.queue.enqueue(app, job, inMs);
}

/** Returns the key that identifies duplicate jobs. */
export function keyOf({ kind, ...data }: Job): string {
  return `${kind} ${Object.values(data).join(" ")}`;
}
