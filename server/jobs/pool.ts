import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Piscina } from "piscina";
import type { TaskName, Tasks } from "./tasks.ts";

/** Long work off the request thread; a task is a pure function of one plain value. */
export type WorkerPool = {
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>;
  close(): Promise<void>;
};

/** @throws Error if the worker was not bundled yet */
export function openPool(workerFile = resolve(process.cwd(), ".build/worker.mjs")): WorkerPool {
  if (!existsSync(/* turbopackIgnore: true */ workerFile)) {
    throw new Error(`The worker ${workerFile} is missing: run "node scripts/build-worker.mjs" first.`);
  }
  const piscina = new Piscina({ filename: workerFile, minThreads: 1, maxThreads: 2, idleTimeout: 30_000 });
  return {
    run: (name, input) => piscina.run({ name, input }),
    close: () => piscina.destroy(),
  };
}
