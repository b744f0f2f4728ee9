import type { z } from "zod";
import { deleteUpload } from "#db/queries/uploads.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  type Busy,
  finishJob,
  type HeldJob,
  type JobProgress,
  type RecordedJob,
  readJob,
  requestJob,
} from "#server/platform/app/job-lease.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import type { Chunks } from "#server/study/files/reading/chunks.ts";
import { requireFile, type WholeFile } from "./stored-file.ts";
import { type FileUse, planFile } from "./waiting-file.ts";

/** The plan behind a preview: `hash` identifies it, `isReady` says whether it can be confirmed. */
export type Planned = {
  readonly hash: string;
  readonly isReady: boolean;
  readonly problems: readonly InputProblem[];
  readonly chunks: Chunks<unknown>;
};

/** The use of a file that a background job carries out exactly as previewed. */
export type ConfirmedUse<Choices, Plan extends Planned, Receipt extends object> = FileUse<Choices, Plan> & {
  readonly work: Busy & {
    /** The longest time for the job, in milliseconds. */
    readonly limitMs: number;
  };
  /** Facts shown once it is done. */
  readonly receiptSchema: z.ZodType<Receipt>;
  readonly carryOut: (app: App, confirmed: Confirmed<Choices, Plan, Receipt>) => Promise<void>;
};

export type Confirmed<Choices, Plan, Receipt> = {
  readonly job: HeldJob;
  readonly file: WholeFile<Choices>;
  readonly plan: Plan;
  /**
   * Deletes the file, as the last step of the last transaction.
   * @throws DomainError "busy" if another process has taken over
   */
  readonly settle: (tx: Tx, receipt: Receipt, now: number) => Promise<void>;
};

/**
 * Starts the job that the preview of the file showed. Use `readConfirmed` for its progress. The file is kept until the
 * job is done.
 *
 * @param input.plan the hash of the preview that was confirmed
 * @throws DomainError "draft-outdated" if the job would do something else by now; as the plan and the lock refuse
 */
export async function confirmFile<Choices, Plan extends Planned, Receipt extends object>(
  app: App,
  use: ConfirmedUse<Choices, Plan, Receipt>,
  input: { studyId: string; accountId: string; fileId: string; plan: string },
): Promise<{ finished: Promise<void> }> {
  const { studyId, accountId, fileId } = input;
  const { plan } = await planFile(app, use, { studyId, fileId });
  if (plan?.hash !== input.plan || !plan.isReady) throw isOutdated();
  const id = app.newId();
  const { kind } = use.work;
  await app.store.tx(async (tx) => {
    await use.lock(tx, studyId, app);
    await requireFile(tx, use, { studyId, fileId });
    await requestJob(tx, { id, studyId, kind, accountId, params: { plan: plan.hash } }, app);
  });
  return { finished: enqueue(app, { kind, studyId, id }) };
}

/**
 * The job of a confirmed file. It plans the file again, and refuses if it would not do what was confirmed. A restarted
 * job does the rest of it.
 */
export function fileJob<Choices, Plan extends Planned, Receipt extends object>(
  use: ConfirmedUse<Choices, Plan, Receipt>,
): RecordedJob {
  const { kind, limitMs } = use.work;
  return {
    kind,
    limitMs,
    isRestartable: true,
    async run(app, job) {
      const { file, plan } = await planFile(app, use, { studyId: job.studyId });
      const isSame = job.isRestarted || JSON.stringify({ plan: plan?.hash }) === job.params;
      if (plan === null || !isSame) throw isOutdated();
      const settle = async (tx: Tx, receipt: Receipt, now: number) => {
        await finishJob(tx, job, receipt, now);
        await deleteUpload(tx, { studyId: job.studyId, id: file.id });
      };
      await use.carryOut(app, { job, file, plan, settle });
    },
  };
}

function isOutdated(): DomainError {
  return new DomainError("draft-outdated", t.previewChanged());
}

/** Progress or result of the last file of a kind. */
export type ConfirmedState<Receipt> =
  | { readonly state: "none" }
  | ({ readonly state: "running" } & JobProgress)
  | ({ readonly state: "failed"; readonly message: string } & JobProgress)
  | { readonly state: "done"; readonly receipt: Receipt };

export function readConfirmed<Receipt extends object>(
  app: App,
  { work, receiptSchema }: Pick<ConfirmedUse<never, never, Receipt>, "work" | "receiptSchema">,
  studyId: string,
): Promise<ConfirmedState<Receipt>> {
  return app.store.read(async (db) => {
    const job = await readJob(db, studyId, work.kind, app);
    if (job.state === "none") return { state: "none" };
    if (job.state === "done") {
      return { state: "done", receipt: receiptSchema.parse(JSON.parse(job.result ?? "null")) };
    }
    const { done, total } = job;
    if (job.state === "running") return { state: "running", done, total };
    const message = job.state === "failed" ? job.message : t.fileStopped();
    return { state: "failed", message, done, total };
  });
}
