import { findLastJob, updateRunningJob } from "#db/queries/jobs.ts";
import { countRuns, deleteRemovedRuns, deleteRun, findRun, insertRun, updateRun } from "#db/queries/runs.ts";
import type { Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import { isLearnerError } from "#server/learner/numeric/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  beginJob,
  failJob,
  finishJob,
  type HeldJob,
  lockIdle,
  renewJob,
  withLease,
} from "#server/platform/app/job-lease.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { runLimits, type SimulationSettings, simulationPlanSchema } from "#server/schemas/runs.ts";
import { type CellResult, resultLines } from "#server/simulation/results.ts";
import { aboutSimulation } from "./about.ts";
import { simulationFigures } from "./figures.ts";

export const simulationKind = "simulation";
const work = {
  kind: simulationKind,
  busy: "A simulation of this study is under way: wait for its end, or cancel it.",
};

/** Milliseconds between two updates of the progress and checks of the time limit. */
const lookEvery = 500;

/** Controllers that stop this process's work at once when a simulation is cancelled. */
const underWay = () => processWide("simulations", () => new Map<string, AbortController>());

/**
 * Starts a simulation in a worker; `readRuns` reports its progress. One runs at a time in a study; those of several
 * studies wait for each other.
 *
 * @param most milliseconds that it may take once it has begun
 * @throws DomainError "busy" while another one of the study is running; "bad-input" if the study keeps the most runs it
 * may
 */
export async function startSimulation(
  app: App,
  given: { studyId: string; accountId: string; name: string; settings: SimulationSettings },
  most = runLimits.minutes * 60_000,
): Promise<{ id: string; finished: Promise<void> }> {
  const { studyId, accountId, name, settings } = given;
  return begin(app, { studyId, accountId, most }, async () => ({ name, settings }));
}

/**
 * Restarts a simulation without a result, for example one whose server was stopped: under the same name, with the same
 * settings, in its place.
 *
 * @throws DomainError "not-found"; "bad-input" for a rehearsal, and where there is a result; "busy" as startSimulation
 */
export function beginAgain(
  app: App,
  { studyId, accountId, id }: { studyId: string; accountId: string; id: string },
): Promise<{ id: string; finished: Promise<void> }> {
  const most = runLimits.minutes * 60_000;
  return begin(app, { studyId, accountId, most }, async (tx) => {
    const run = await findRun(tx, studyId, id);
    if (run === undefined) throw noRun();
    if (run.kind !== "simulation" || run.result !== null) {
      throw new DomainError("bad-input", "This run came to something: its command repeats it.");
    }
    await deleteRun(tx, { studyId, id });
    return { name: run.name, settings: simulationPlanSchema.parse(JSON.parse(run.plan)).settings };
  });
}

export function noRun(): DomainError {
  return new DomainError("not-found", "There is no such run: it was removed.");
}

type Begun = { readonly name: string; readonly settings: SimulationSettings };

async function begin(
  app: App,
  { studyId, accountId, most }: { studyId: string; accountId: string; most: number },
  whatIn: (tx: Tx) => Promise<Begun>,
): Promise<{ id: string; finished: Promise<void> }> {
  const id = app.newId();
  const { job, settings } = await app.store.tx(async (tx) => {
    await lockIdle(tx, studyId, work, app);
    const { name, settings } = await whatIn(tx);
    await requireRunQuota(tx, studyId, app.now());
    await insertRun(tx, {
      ...{ studyId, id, kind: "simulation", name, createdBy: accountId, createdAt: app.now() },
      about: JSON.stringify(aboutSimulation(settings)),
      plan: JSON.stringify({ v: 1, kind: "simulation", settings }),
    });
    const job = await beginJob(tx, { id, studyId, kind: simulationKind, accountId }, app);
    return { job, settings };
  });
  const stop = new AbortController();
  underWay().set(id, stop);
  const finished = withLease(app, job, play(app, { job, settings, most }, stop))
    .catch((error) => (isGivenUp(stop) ? undefined : failJob(app, job, reasonOf(error, stop), "simulation")))
    .finally(() => underWay().delete(id));
  return { id, finished };
}

/** Cancels a study's simulation at once; it stays in the list. */
export async function cancelSimulation(app: App, studyId: string): Promise<void> {
  const last = await app.store.tx(async (tx) => {
    const job = await findLastJob(tx, studyId, simulationKind);
    if (job?.state !== "running") return null;
    await updateRunningJob(tx, { studyId, ...job }, { state: "cancelled", updatedAt: app.now() });
    return job;
  });
  if (last !== null) underWay().get(last.id)?.abort();
}

/** Returns the earliest removal time of runs that can still be restored. */
export function undoableSince(now: number): number {
  return now - runLimits.undo * 60_000;
}

/**
 * Checks that the study may keep another run. First deletes removed runs that can no longer be restored.
 * @throws DomainError "bad-input"
 */
export async function requireRunQuota(tx: Tx, studyId: string, now: number): Promise<void> {
  await deleteRemovedRuns(tx, studyId, undoableSince(now));
  if ((await countRuns(tx, studyId)) < runLimits.kept) return;
  throw new DomainError(
    "bad-input",
    `This study keeps ${runLimits.kept} runs already: remove one that nobody needs.`,
  );
}

type Playing = { readonly job: HeldJob; readonly settings: SimulationSettings; readonly most: number };

async function play(app: App, playing: Playing, stop: AbortController): Promise<void> {
  const { job, settings } = playing;
  const { signal } = stop;
  // Shared with the thread: rounds of the running seed, and whether any seed was begun.
  const played = new Float64Array(new SharedArrayBuffer(16));
  const cells: CellResult[] = [];
  const done = () => cells.length * settings.rounds + (played[0] as number);
  const look = watching(app, { ...playing, played, done }, stop);
  const timer = setInterval(() => void look(), lookEvery);
  try {
    await look();
    for (let place = 0; place < settings.seeds; place++) {
      cells.push(await app.pool.run("simulateCell", { settings, place, played }, signal));
      played[0] = 0;
    }
  } finally {
    clearInterval(timer);
  }
  const result = resultLines(cells);
  if (result.length > runLimits.bytes) throw new Error(`a simulation of ${result.length} bytes`);
  const figures = JSON.stringify(simulationFigures(cells));
  await app.store.tx(async (tx) => {
    await finishJob(tx, job, {}, app.now());
    await updateRun(tx, job, { result, figures });
  });
}

/** Records the progress, and stops the simulation when its time is over or another process has cancelled it. */
function watching(
  app: App,
  { job, settings, most, played, done }: Playing & { played: Float64Array; done: () => number },
  stop: AbortController,
) {
  let begun: number | null = null;
  return async () => {
    const now = app.timekeeper.steady();
    if (begun === null && played[1] === 1) begun = now;
    if (begun !== null && now - begun > most) stop.abort(tooLong());
    const progress = { done: Math.floor(done()), total: settings.rounds * settings.seeds };
    await app.store
      .tx((tx) => renewJob(tx, job, progress, app))
      .catch((error: unknown) => {
        if (error instanceof DomainError) stop.abort(error);
      });
  };
}

/** Whether it was cancelled, which its job records already. */
function isGivenUp({ signal }: AbortController): boolean {
  return signal.aborted && !(signal.reason instanceof DomainError);
}

/** Returns the error as the list shows it: why the simulation was stopped, or what the learner refused. */
function reasonOf(error: unknown, { signal }: AbortController): unknown {
  if (signal.aborted) return signal.reason;
  if (!isLearnerError(error)) return error;
  return new DomainError("bad-input", `It cannot be played: ${error.message}.`);
}

function tooLong(): DomainError {
  return new DomainError(
    "bad-input",
    `It took longer than ${runLimits.minutes} minutes and was given up: ask for fewer rounds, seeds or rules.`,
  );
}
