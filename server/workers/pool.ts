import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Piscina } from "piscina";
import { RuleListMissing } from "#server/learner/classes/rule-lists.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type PoolName, poolNameOf, pools } from "./pools.ts";
import { specToText } from "./spec-text.ts";
import type { TaskName, Tasks } from "./tasks.ts";
import type { GivenList, WorkerAnswer, WorkerMessage } from "./worker.ts";

type TaskResults = { [Name in TaskName]: Awaited<ReturnType<Tasks[Name]>> };

/** The result of a task, after any promise has resolved. */
export type TaskResult<Name extends TaskName> = TaskResults[Name];

/** Runs long tasks outside the request thread; a task is a pure function of one plain value. */
export type WorkerPool = {
  /**
   * Runs a task.
   *
   * @param signal aborts the task when the caller no longer needs the result
   * @param list of rules that the task needs, for a thread that does not have it
   * @throws LearnerError if the learner refuses, RuleListMissing where a list is not given
   */
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    signal?: AbortSignal,
    list?: GivenList,
  ): Promise<TaskResult<Name>>;
  close(): Promise<void>;
};

/** Opens a pool. @throws Error if the worker was not bundled yet */
export function openPool(
  workerFile = resolve(/* turbopackIgnore: true */ process.cwd(), ".build/worker.mjs"),
): WorkerPool {
  if (!existsSync(/* turbopackIgnore: true */ workerFile)) {
    throw new Error(`The worker ${workerFile} is missing: run npm run build first.`);
  }
  const opened = new Map<PoolName, Piscina>();
  const poolOf = (lane: PoolName) => {
    const pool = opened.get(lane) ?? openLane(lane, workerFile);
    opened.set(lane, pool);
    return pool;
  };
  // Started now, because loading it takes a moment that the first opening should not wait for.
  poolOf("rounds");
  return {
    run: (name, input, signal, list) =>
      poolOf(poolNameOf(name))
        .run({ ...messageOf(name, input), ...(list && { list }) }, signal && { signal })
        .then(resultOf<typeof name>),
    close: async () => {
      await Promise.all([...opened.values()].map((pool) => pool.destroy()));
    },
  };
}

function openLane(lane: PoolName, filename: string): Piscina {
  const { threads, nice } = pools[lane];
  const idleTimeout = 30_000;
  return new Piscina({ filename, minThreads: 1, maxThreads: threads, idleTimeout, niceIncrement: nice });
}

function messageOf(name: TaskName, input: object): WorkerMessage {
  if (!("spec" in input)) return { name, input };
  const { spec, ...rest } = input;
  return { name, input: rest, spec: specToText(spec as object) };
}

function resultOf<Name extends TaskName>(answer: WorkerAnswer): TaskResult<Name> {
  if ("missing" in answer) throw new RuleListMissing(answer.missing);
  if ("refused" in answer) throw new LearnerError(answer.refused.code, answer.refused.message);
  return answer.value as TaskResult<Name>;
}
