import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import { RuleListMissing } from "#server/learner/classes/rule-lists.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { locale } from "#server/locale.ts";
import { type PoolName, poolNameOf, pools, type TaskCounts } from "./pools.ts";
import { shareSpec } from "./shared-spec.ts";
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
  counts(): Record<PoolName, TaskCounts>;
  close(): Promise<void>;
};

/**
 * Opens a pool.
 *
 * @param options.idleMs after which a thread without a task ends
 * @param options.threads of each pool, instead of its own number: for a program that serves no requests
 * @throws Error if the worker was not bundled yet
 */
export function openPool(
  workerFile = resolve(/* turbopackIgnore: true */ process.cwd(), ".build/worker.mjs"),
  { idleMs = 30_000, threads }: { idleMs?: number; threads?: number } = {},
): WorkerPool {
  if (!existsSync(/* turbopackIgnore: true */ workerFile)) {
    throw new Error(`The worker ${workerFile} is missing: run npm run build first.`);
  }
  const opened = new Map<PoolName, Piscina>();
  const open = (name: PoolName) => {
    const pool = opened.get(name) ?? openThreads(name, workerFile, { idleMs, threads });
    opened.set(name, pool);
    return pool;
  };
  const unfinished = byPool(() => 0);
  // Started now, because loading it takes a moment that the first opening should not wait for.
  if (threads === undefined) open("rounds");
  return {
    run: (task, input, signal, list) => {
      const name = poolNameOf(task);
      unfinished[name] += 1;
      return open(name)
        .run(
          { ...messageOf(task, input), ...(list && { list }) },
          { transferList: portsIn(input), ...(signal && { signal }) },
        )
        .then(resultOf<typeof task>)
        .finally(() => {
          unfinished[name] -= 1;
        });
    },
    counts: () =>
      byPool((name) => {
        const { queueSize: waiting = 0, threads = [] } = opened.get(name) ?? {};
        return { waiting, running: unfinished[name] - waiting, threads: threads.length };
      }),
    close: async () => {
      await Promise.all([...opened.values()].map((pool) => pool.destroy()));
    },
  };
}

function byPool<Value>(countOf: (name: PoolName) => Value): Record<PoolName, Value> {
  const names = Object.keys(pools) as PoolName[];
  return Object.fromEntries(names.map((name) => [name, countOf(name)])) as Record<PoolName, Value>;
}

function openThreads(
  name: PoolName,
  filename: string,
  { idleMs: idleTimeout, threads }: { idleMs: number; threads: number | undefined },
): Piscina {
  const { kept: minThreads, nice: niceIncrement } = pools[name];
  const maxThreads = threads ?? pools[name].threads;
  return new Piscina({ filename, minThreads, maxThreads, idleTimeout, niceIncrement });
}

function messageOf(name: TaskName, input: object): WorkerMessage {
  const message = { name, locale: locale() };
  if (!("spec" in input)) return { ...message, input };
  const { spec, ...rest } = input;
  return { ...message, input: rest, spec: shareSpec(spec as object) };
}

/** Returns what moves to the thread instead of being copied: the port through which a task reads. */
function portsIn(input: object): MessagePort[] {
  return "port" in input ? [input.port as MessagePort] : [];
}

function resultOf<Name extends TaskName>(answer: WorkerAnswer): TaskResult<Name> {
  if ("missing" in answer) throw new RuleListMissing(answer.missing);
  if ("refused" in answer) {
    const { code, message, figures } = answer.refused;
    throw new LearnerError(code, message, { figures });
  }
  return answer.value as TaskResult<Name>;
}
