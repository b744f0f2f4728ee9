import { z } from "zod";

const study = { studyId: z.string() };

/**
 * What is done apart from the request that asked for it. Each is "look at this": what is to be done stands in our own tables,
 * so one that is lost is found by the next sweep, and one that comes twice does no harm.
 */
export const jobSchema = z.discriminatedUnion("kind", [
  /** A round whose deadline has passed. */
  z.strictObject({ kind: z.literal("close-round"), ...study, round: z.int() }),
  /** A learner behind its log. */
  z.strictObject({ kind: z.literal("update-learner"), ...study }),
  /** A log with entries that no checkpoint covers, or a witness has not seen. */
  z.strictObject({ kind: z.literal("keep-checkpoints"), ...study }),
  /** A round that has closed, whose panel gets the checkpoint. */
  z.strictObject({ kind: z.literal("mail-checkpoint"), ...study, round: z.int() }),
  /** A round whose draw awaits its public number. */
  z.strictObject({ kind: z.literal("draw"), ...study }),
  /** A reminder whose time to be undone is over. */
  z.strictObject({ kind: z.literal("send-reminder"), ...study, id: z.string() }),
  /** Long work of this study that nobody is at: begun here and left to others, or its server died. */
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
  /** Whether this process does such work; otherwise it leaves it to workers. */
  readonly isHere: boolean;
  /** @returns when it was tried once, or handed on to whoever does it */
  readonly enqueue: (app: Owner, work: Job, inMs: number) => Promise<void>;
};

/** One a process: the way that work goes is laid once the application is open. */
export type JobQueueSlot<Owner> = { queue: JobQueue<Owner> };

/** For programs that end: whatever they leave behind a server finds. */
export const noopQueue: JobQueue<unknown> = { isHere: true, enqueue: async () => undefined };

/** Asks for something to be done, soon unless `inMs` says later. Nobody has to wait for it, and it never throws. */
export function enqueue<Owner extends { readonly work: JobQueueSlot<Owner> }>(
  app: Owner,
  work: Job,
  inMs = 0,
): Promise<void> {
  return app.work.queue.enqueue(app, work, inMs);
}

/** By this two askings for the same are one. */
export function keyOf({ kind, ...data }: Job): string {
  return `${kind} ${Object.values(data).join(" ")}`;
}
