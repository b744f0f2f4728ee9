import type { TaskName } from "#server/workers/tasks.ts";
import type { TestApp } from "./app.ts";

/** Makes an application that counts its calls of workers, and the concurrent ones; `fail` makes the next call of a task fail. */
export function countWorkerCalls(app: TestApp) {
  const calls = new Map<TaskName, number>();
  let [running, most] = [0, 0];
  let failing: TaskName | undefined;
  const run: TestApp["pool"]["run"] = async (name, ...rest) => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    running += 1;
    most = Math.max(most, running);
    try {
      const answer = await app.pool.run(name, ...rest);
      if (failing !== name) return answer;
      failing = undefined;
      throw new Error("the worker was stopped");
    } finally {
      running -= 1;
    }
  };
  return {
    app: { ...app, pool: { ...app.pool, run } },
    callsOf: (name: TaskName) => calls.get(name) ?? 0,
    most: () => most,
    fail: (name: TaskName) => {
      failing = name;
    },
  };
}

/** Makes an application that runs `disturb` during a worker's first `times` tasks of a name; `calls` counts them all. */
export function disturbed(app: TestApp, task: TaskName, times: number, disturb: () => Promise<unknown>) {
  let calls = 0;
  const run: TestApp["pool"]["run"] = async (name, ...rest) => {
    const answer = await app.pool.run(name, ...rest);
    if (name === task) {
      calls += 1;
      if (calls <= times) await disturb();
    }
    return answer;
  };
  return { app: { ...app, pool: { ...app.pool, run } }, calls: () => calls };
}
