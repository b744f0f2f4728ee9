import { findLastJob, insertJob, updateRunningJob } from "#db/queries/jobs.ts";
import type { Reader } from "#db/store.ts";
import { missingIn } from "#server/schemas/draft-missing.ts";
import type { PeopleReading } from "#server/schemas/people-reading.ts";
import type { StudyDraft } from "#server/schemas/study-draft.ts";
import type { App } from "../app.ts";
import { DomainError, type InputProblem } from "../errors.ts";
import { incident } from "../incident.ts";
import { refusalOf } from "../refusals.ts";
import { findOpenDraft, isRunning, lockDraft, publishKind, readFile } from "./draft.ts";
import { requirePacked } from "./draft-file.ts";
import { publishStudy } from "./publish-study.ts";

/** How long a publication may be silent before it is taken for dead. */
const leaseLength = 60_000;

export type PublishProgress = { readonly done: number; readonly total: number };

/** The right to publish a draft, which somebody else may take over once it runs out. */
export type PublishJob = {
  readonly studyId: string;
  readonly id: string;
  readonly fence: number;
  readonly accountId: string;
};

/**
 * Begins to publish a draft; `readPublishing` tells how it goes.
 *
 * @throws DomainError "bad-input" with all that is missing; "draft-outdated"; "busy" while it is being published
 */
export async function startPublishing(
  app: App,
  { studyId, accountId, revision }: { studyId: string; accountId: string; revision: number },
): Promise<{ finished: Promise<void> }> {
  const id = app.newId();
  const begun = await app.store.tx(async (tx) => {
    const now = app.now();
    const { draft } = await lockDraft(tx, studyId, { now, revision });
    const { reading } = await readFile(tx, studyId);
    refuseIncomplete(draft, reading);
    const fence = ((await findLastJob(tx, studyId, publishKind))?.fence ?? 0) + 1;
    const times = { leaseUntil: now + leaseLength, createdAt: now, updatedAt: now };
    const row = { studyId, id, kind: publishKind, state: "running" as const, params: "{}", fence, ...times };
    await insertJob(tx, { ...row, createdBy: accountId });
    return { draft, job: { studyId, id, fence, accountId }, ...(await requirePacked(tx, studyId)) };
  });
  const finished = publishStudy(app, begun, (progress) => renew(app, begun.job, progress)).catch((error) =>
    fail(app, begun.job, error),
  );
  return { finished };
}

/** How the publication of a study goes. */
export function readPublishing(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const job = await findLastJob(db, studyId, publishKind);
    if (job === undefined) return { state: "none" as const };
    if (job.state === "done" || !(await isDraft(db, studyId))) return { state: "done" as const };
    if (job.state === "failed") return { state: "failed" as const, ...parseFailure(job.error) };
    if (isRunning(job, app.now())) return { state: "running" as const, ...parseProgress(job.progress) };
    const message = "The server was stopped while it published. Nothing was published; begin again.";
    return { state: "failed" as const, message, problems: [] };
  });
}

async function isDraft(db: Reader, studyId: string): Promise<boolean> {
  return (await findOpenDraft(db, studyId)) !== null;
}

function refuseIncomplete(draft: StudyDraft, reading: PeopleReading | null): void {
  const missing = missingIn(draft, reading);
  const [first] = missing;
  if (first === undefined) return;
  const problems = missing.map(({ step, field, message }) => ({ field: `${step}.${field}`, message }));
  throw new DomainError("bad-input", first.message, problems);
}

/** Notes the progress and keeps the right to publish. @throws DomainError "busy" if it was lost meanwhile */
async function renew(app: App, job: PublishJob, progress: PublishProgress): Promise<void> {
  const now = app.now();
  const patch = { progress: JSON.stringify(progress), leaseUntil: now + leaseLength, updatedAt: now };
  const isOurs = await app.store.tx((tx) => updateRunningJob(tx, job, patch));
  if (!isOurs) throw new DomainError("busy", "Another publication of this study took over.");
}

/** Leaves the draft as it was, with the reason. */
async function fail(app: App, job: PublishJob, error: unknown): Promise<void> {
  const { message, problems } = refusalOf(error) ?? { ...incident(error, "publish"), problems: [] };
  const failure: Failure = { message, problems };
  const patch = { state: "failed" as const, error: JSON.stringify(failure), updatedAt: app.now() };
  await app.store
    .tx((tx) => updateRunningJob(tx, job, patch))
    .catch((lost: unknown) => incident(lost, "publish: the failure could not be noted"));
}

type Failure = { readonly message: string; readonly problems: readonly InputProblem[] };

function parseFailure(error: string | null): Failure {
  return error === null ? { message: "Publishing failed.", problems: [] } : (JSON.parse(error) as Failure);
}

function parseProgress(progress: string | null): PublishProgress {
  return progress === null ? { done: 0, total: 0 } : (JSON.parse(progress) as PublishProgress);
}
