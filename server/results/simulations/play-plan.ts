import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { isLearnerError } from "#server/learner/numeric/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type HeldJob, renewJob } from "#server/platform/app/job-lease.ts";
import { cellRounds } from "#server/simulation/cells.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { syntheticWorld, type World } from "#server/simulation/world.ts";
import { learnerRefusal } from "#server/study/settings/learner-refusals.ts";

/** Milliseconds between two updates of the progress. */
const lookEvery = 500;

/**
 * Plays a plan in a worker, one cell after another, and records the rounds played in the job.
 *
 * @param world of a draft's plan; null for a synthetic world
 * @throws DomainError "bad-input" with what the learner refuses
 */
export async function playPlan(
  app: App,
  job: HeldJob,
  { plan, world }: { plan: SimulationPlan; world: World | null },
  signal: AbortSignal,
): Promise<CellResult[]> {
  try {
    const input = { spec: plan, world: world ?? syntheticIn(plan) };
    return await playInTurn(app, job, cellRounds(plan), (place, played) =>
      app.pool.run("simulateCell", { ...input, place, played }, signal),
    );
  } catch (error) {
    if (!isLearnerError(error)) throw error;
    throw new DomainError("bad-input", t.planFails({ reason: learnerRefusal(error) }));
  }
}

function syntheticIn({ world }: SimulationPlan): World {
  if (world.kind !== "synthetic") throw new Error(`a simulation without its world, ${world.kind}`);
  return syntheticWorld(world);
}

/**
 * Plays runs in a worker, one after another, and records the rounds played in the job.
 *
 * @param rounds of each run
 * @param play plays the run at a place; writes the rounds that it has played to the shared memory
 */
export async function playInTurn<Result>(
  app: App,
  job: HeldJob,
  rounds: readonly number[],
  play: (place: number, played: Float64Array) => Promise<Result>,
): Promise<Result[]> {
  // Shared with the thread: rounds of the running cell.
  const played = new Float64Array(new SharedArrayBuffer(8));
  const results: Result[] = [];
  const look = () => {
    const done = sum(rounds.slice(0, results.length)) + (played[0] as number);
    return app.store.tx((tx) => renewJob(tx, job, { done, total: sum(rounds) }, app));
  };
  await look();
  // A failure is noticed by the next renewal of the lease, or by the end.
  const timer = setInterval(() => look().catch(() => undefined), lookEvery);
  try {
    for (const place of rounds.keys()) {
      results.push(await play(place, played));
      played[0] = 0;
    }
    return results;
  } finally {
    clearInterval(timer);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
