import { z } from "zod";

const study = { studyId: z.string() };

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
  /** A reminder that can no longer be undone. */
  z.strictObject({ kind: z.literal("send-reminder"), ...study, id: z.string() }),
  /** An abandoned job of this study: created here for another process to run, or left by a server that died. */
  z.strictObject({
    kind: z.literal("carry-out"),
    ...study,
    id: z.string(),
    work: z.string(),
    fence: z.int(),
    leaseUntil: z.int(),
  }),
]);

export type Job = z.output<typeof jobSchema>;

export type JobQueue<Owner> = {
  /** Whether this process runs jobs; otherwise it leaves them to workers. */
  readonly isHere: boolean;
  /** Enqueues a job. @returns after one attempt, or once the job was handed to the process that runs it */
  readonly enqueue: (app: Owner, work: Job, inMs: number) => Promise<void>;
};

/** Holds the queue of this process, which is chosen once the application is open. */
export type JobQueueSlot<Owner> = { queue: JobQueue<Owner> };

/** A queue that drops all jobs, for programs that end; a server finds the work later. */
export const noopQueue: JobQueue<unknown> = { isHere: true, enqueue: async () => undefined };

/** Enqueues a job to run soon, or after `inMs`. The caller need not wait for it, and it never throws. */
export function enqueue<Owner extends { readonly work: JobQueueSlot<Owner> }>(
  app: Owner,
  work: Job,
  inMs = 0,
): Promise<void> {
  return app.work.queue.enqueue(app, work, inMs);
}

/** Returns the key that identifies duplicate jobs. */
export function keyOf({ kind, ...data }: Job): string {
  return `${kind} ${Object.values(data).join(" ")}`;
}
