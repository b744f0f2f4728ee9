import type { TaskName } from "#server/workers/tasks.ts";
import type { TestApp } from "./app.ts";

/** An application that counts what it asks of workers, and how much of it at once; `fail` lets the next such call fail. */
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

/** An application in which something happens while a worker is on the first `times` tasks of a name; `calls` counts them all. */
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
