import { findLastJob, updateRunningJob } from "#db/queries/jobs.ts";
import { DomainError } from "#server/errors.ts";
import { isLearnerError } from "#server/learner/numeric/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { failJob, type HeldJob, renewJob, withLease } from "#server/platform/app/job-lease.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { cellRounds } from "#server/simulation/cells.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import type { CellResult } from "#server/simulation/results.ts";
import type { World } from "#server/simulation/world.ts";

/** Milliseconds between two updates of the progress and checks of the time limit. */
const lookEvery = 500;

/** Controllers that stop this process's runs at once, by the id of the job. */
const underWay = () => processWide("simulations", () => new Map<string, AbortController>());

/** Plays a plan in a worker, one cell after another. */
export type PlayPlan = (plan: SimulationPlan, world: World | null) => Promise<CellResult[]>;

/**
 * Runs a job that plays a plan. The job records progress and the reason of a failure; a job that was cancelled ends
 * without one.
 *
 * @param minutes that it may take once its first cell has begun
 * @param body stores the result and finishes the job
 */
export function playJob(
  app: App,
  job: HeldJob,
  minutes: number,
  body: (play: PlayPlan, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  underWay().set(job.id, stop);
  const play: PlayPlan = (plan, world) => playCells(app, { job, minutes, plan, world }, stop);
  return withLease(app, job, body(play, stop.signal))
    .catch((error) => (isGivenUp(stop) ? undefined : failJob(app, job, reasonOf(error, stop), "simulation")))
    .finally(() => underWay().delete(job.id));
}

/** Cancels the last job of a kind at once, if it is running. */
export async function cancelPlay(app: App, studyId: string, kind: string): Promise<void> {
  const last = await app.store.tx(async (tx) => {
    const job = await findLastJob(tx, studyId, kind);
    if (job?.state !== "running") return null;
    await updateRunningJob(tx, { studyId, ...job }, { state: "cancelled", updatedAt: app.now() });
    return job;
  });
  if (last !== null) abortPlay(last.id);
}

/** Stops a run of this process whose job is not its own any more. */
export function abortPlay(jobId: string): void {
  underWay().get(jobId)?.abort();
}

type Playing = {
  readonly job: HeldJob;
  readonly minutes: number;
  readonly plan: SimulationPlan;
  readonly world: World | null;
};

async function playCells(app: App, playing: Playing, stop: AbortController): Promise<CellResult[]> {
  const { plan, world } = playing;
  const rounds = cellRounds(plan);
  // Shared with the thread: rounds of the running cell, and whether any cell was begun.
  const played = new Float64Array(new SharedArrayBuffer(16));
  const cells: CellResult[] = [];
  const done = () => sum(rounds.slice(0, cells.length)) + (played[0] as number);
  const look = watching(
    app,
    { ...playing, played, progress: () => ({ done: done(), total: sum(rounds) }) },
    stop,
  );
  const timer = setInterval(() => void look(), lookEvery);
  try {
    await look();
    for (const place of rounds.keys()) {
      cells.push(await app.pool.run("simulateCell", { spec: plan, world, place, played }, stop.signal));
      played[0] = 0;
    }
  } finally {
    clearInterval(timer);
  }
  return cells;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Records the progress, and stops the run when its time is over or another process has cancelled it. */
function watching(
  app: App,
  {
    job,
    minutes,
    played,
    progress,
  }: Playing & { played: Float64Array; progress: () => { done: number; total: number } },
  stop: AbortController,
) {
  let begun: number | null = null;
  return async () => {
    const now = app.timekeeper.steady();
    if (begun === null && played[1] === 1) begun = now;
    if (begun !== null && now - begun > minutes * 60_000) stop.abort(tooLong(minutes));
    await app.store
      .tx((tx) => renewJob(tx, job, progress(), app))
      .catch((error: unknown) => {
        if (error instanceof DomainError) stop.abort(error);
      });
  };
}

/** Whether it was cancelled, which its job records already. */
function isGivenUp({ signal }: AbortController): boolean {
  return signal.aborted && !(signal.reason instanceof DomainError);
}

/** Returns the error as pages show it: why the run was stopped, or what the learner refused. */
function reasonOf(error: unknown, { signal }: AbortController): unknown {
  if (signal.aborted) return signal.reason;
  if (!isLearnerError(error)) return error;
  return new DomainError("bad-input", `It cannot be played: ${error.message}.`);
}

function tooLong(minutes: number): DomainError {
  return new DomainError(
    "bad-input",
    `It took longer than ${minutes} minutes and was given up: ask for fewer rounds, seeds or rules.`,
  );
}
