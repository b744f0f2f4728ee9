import { createHash } from "node:crypto";
import { z } from "zod";
import { findLastJob, findLastResult, updateRunningJob } from "#db/queries/jobs.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  beginJob,
  failJob,
  finishJob,
  type HeldJob,
  type JobStanding,
  readJob,
  renewJob,
  withLease,
} from "#server/platform/app/job-lease.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { runLimits } from "#server/schemas/runs.ts";
import type { RehearsedRun } from "#server/simulation/engine/rehearsal.ts";
import { auditorSpecs, seatsOf } from "#server/simulation/rehearsal/auditors.ts";
import { rehearsalResultSchema } from "#server/simulation/rehearsal/result.ts";
import {
  assumedOutcome,
  peopleWithOutcome,
  rehearsalProblems,
  rehearsedRounds,
  rehearsedSettings,
} from "#server/simulation/rehearsal/settings.ts";
import {
  castInput,
  type RehearsalPlan,
  rehearsalResult,
  runInput,
  turnsOf,
} from "#server/simulation/rehearsal-plan.ts";
import { learningOf } from "#server/studies/settings.ts";
import { acceptedOf, findFile, requireWhole } from "#server/studies/uploads/stored-file.ts";
import type { Missing, RehearsedChange, StudyDraft } from "#server/study/draft.ts";
import { missingIn } from "#server/study/settings/missing.ts";
import { type CompleteDraft, requireComplete } from "./complete.ts";
import { findOpenDraft, lockDraft, peopleKind } from "./draft.ts";
import { settledSettings } from "./start.ts";

const rehearsalKind = "rehearsal";
/** Abort controllers of this process's rehearsals, so that a cancelled one stops at once. */
const runningRehearsals = () => processWide("rehearsals", () => new Map<string, AbortController>());

/**
 * Starts a rehearsal of a draft with synthetic auditors. A running one is cancelled. Use `readRehearsal` for its
 * progress.
 *
 * @throws DomainError "bad-input" with everything that is missing or wrong; "draft-outdated"; "busy" while the draft is
 *   published
 */
export async function startRehearsal(
  app: App,
  { studyId, accountId, revision }: { studyId: string; accountId: string; revision: number },
): Promise<{ finished: Promise<void> }> {
  const id = app.newId();
  const begun = await app.store.tx(async (tx) => {
    const { draft } = await lockDraft(tx, studyId, app, revision);
    const given = await requirePlayable(tx, studyId, draft);
    const last = await findLastJob(tx, studyId, rehearsalKind);
    const job = await beginJob(tx, { id, studyId, kind: rehearsalKind, accountId }, app);
    return { ...given, job, superseded: last?.id ?? null };
  });
  if (begun.superseded !== null) runningRehearsals().get(begun.superseded)?.abort();
  const stop = new AbortController();
  runningRehearsals().set(id, stop);
  const finished = withLease(app, begun.job, play(app, begun, stop.signal))
    .catch((error) => (stop.signal.aborted ? undefined : failJob(app, begun.job, error, "rehearsal")))
    .finally(() => runningRehearsals().delete(id));
  return { finished };
}

/** Cancels a rehearsal at once. */
export async function cancelRehearsal(app: App, studyId: string): Promise<void> {
  const last = await app.store.tx(async (tx) => {
    const job = await findLastJob(tx, studyId, rehearsalKind);
    if (job?.state !== "running") return null;
    await updateRunningJob(tx, { studyId, ...job }, { state: "cancelled", updatedAt: app.now() });
    return job;
  });
  if (last !== null) runningRehearsals().get(last.id)?.abort();
}

function failureOf(standing: JobStanding): string | null {
  if (standing.state === "failed") return standing.message;
  if (standing.state !== "stopped") return null;
  return "Nothing was heard of this rehearsal for a while: the server was stopped, or is very busy. Begin again if it stays so.";
}

/**
 * Reads the last rehearsal's progress, the last one that ended with figures, and whether the draft has changed since.
 */
export function readRehearsal(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const draft = await findOpenDraft(db, studyId);
    const standing = await readJob(db, studyId, rehearsalKind, app);
    const played = await findPlayed(db, studyId);
    const result = played?.result ?? null;
    const isCurrent = draft !== null && result?.about === fingerprint(draft);
    const progress = standing.state === "running" ? { done: standing.done, total: standing.total } : null;
    const failure = failureOf(standing);
    return { progress, failure, result, isCurrent };
  });
}

/** Finds the last rehearsal that ended with figures, and all its inputs; null if they are too large to be kept. */
export async function findPlayed(db: Reader, studyId: string): Promise<PlayedRehearsal | null> {
  const kept = await findLastResult(db, studyId, rehearsalKind);
  return kept === undefined ? null : playedSchema.parse(JSON.parse(kept));
}

/** The plan stays a text, since it can be long and the figures are shown without it. */
const playedSchema = z.strictObject({ result: rehearsalResultSchema, plan: z.string().nullable() });

type PlayedRehearsal = z.output<typeof playedSchema>;

type RehearsalInputs = CompleteDraft & {
  readonly studyId: string;
  readonly packed: Awaited<ReturnType<typeof requireWhole>>["packed"];
  readonly file: RehearsalPlan["file"];
};

/** Checks that a draft can be rehearsed. The texts for auditors are not needed. @throws DomainError "bad-input" */
async function requirePlayable(tx: Tx, studyId: string, draft: StudyDraft): Promise<RehearsalInputs> {
  if (draft.kind === "audit") {
    throw new DomainError("bad-input", "An audit learns nothing, so there is nothing to rehearse.");
  }
  const reading = (await findFile(tx, peopleKind, studyId))?.reading ?? null;
  const complete = requireComplete(draft, reading, isForPlay, rehearsalProblems(draft, reading));
  const { packed, name, hash } = await requireWhole(tx, peopleKind, { studyId });
  return { studyId, ...complete, packed, file: { name, hash } };
}

const isForPlay = ({ step }: Missing): boolean => step !== "purpose";

async function play(app: App, given: RehearsalInputs & { job: HeldJob }, signal: AbortSignal): Promise<void> {
  const { job, packed } = given;
  const plan = await planOf(app, given);
  const cast = acceptedOf(await app.pool.run("castRehearsal", castInput(plan, packed), signal));
  const runs = plan.settings.map((): RehearsedRun[] => []);
  const turns = turnsOf(plan);
  const total = turns.length;
  let done = 0;
  await noteProgress(app, job, { done, total });
  // Runs one after another: the pool for reading has a single thread, so others' charts wait for one run and not for
  // all.
  for (const turn of turns) {
    const run = await app.pool.run("rehearseRun", runInput(plan, cast, turn), signal);
    (runs[turn.place] as RehearsedRun[])[turn.run] = run;
    done += 1;
    await noteProgress(app, job, { done, total });
  }
  const text = JSON.stringify(plan);
  const played: PlayedRehearsal = {
    result: rehearsalResult(plan, cast, runs),
    plan: text.length > runLimits.bytes ? null : text,
  };
  await app.store.tx((tx) => finishJob(tx, job, played, app.now()));
}

/**
 * Collects all inputs of a rehearsal except the people. They are stored with its results, since the draft goes on
 * changing.
 */
async function planOf(app: App, given: RehearsalInputs): Promise<RehearsalPlan> {
  const { draft, reading, file } = given;
  const settings = await Promise.all(
    [null, ...draft.rehearsal.others].map((change) => settle(app, given, change)),
  );
  const outcome = assumedOutcome(draft.people, draft.rehearsal.outcome);
  const list = draft.rules.kind === "listed" ? draft.rules.list : null;
  return {
    v: 1,
    kind: "rehearsal",
    file,
    ...(list !== null && { rulesFile: list.name }),
    people: peopleWithOutcome(draft.people, outcome, reading),
    luck: outcome.source === null ? Number(outcome.share) / 100 : null,
    auditors: auditorSpecs(seatsOf(draft), draft.people.columns, reading),
    runs: Number(draft.rehearsal.runs),
    seconds: Number(draft.rehearsal.seconds),
    about: fingerprint(draft),
    settings,
  };
}

async function settle(
  app: App,
  given: RehearsalInputs,
  change: RehearsedChange | null,
): Promise<RehearsalPlan["settings"][number]> {
  const settings = rehearsedSettings(given.draft.settings, change) ?? given.draft.settings;
  const draft = { ...given.draft, settings };
  const wrong = missingIn(draft, given.reading).find(isForPlay);
  if (wrong !== undefined)
    throw new DomainError("bad-input", `The other setting cannot be: ${wrong.message}`);
  const { learner, panel, presentation } = learningOf(await settledSettings(app, { ...given, draft }));
  const { docket } = presentation;
  return { change, rounds: rehearsedRounds(settings), gamma: panel.gamma, spec: learner, docket };
}

/** Records progress. @throws DomainError "busy" if the rehearsal was cancelled, or another one has started */
function noteProgress(app: App, job: HeldJob, progress: { done: number; total: number }): Promise<void> {
  return app.store.tx((tx) => renewJob(tx, job, progress, app));
}

/** Returns a hash of all inputs of a rehearsal. */
function fingerprint({ people, rules, settings, rehearsal }: StudyDraft): string {
  return createHash("sha256")
    .update(JSON.stringify([people, rules, settings, rehearsal]))
    .digest("hex");
}
