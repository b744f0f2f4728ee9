/** Runs tests in the copy of the checkout it is started in, one order after the other. */
import { join, relative, resolve } from "node:path";
import { Writable } from "node:stream";
import { createVitest, type TestModule, type TestSpecification } from "vitest/node";
import type { Failure, Order, Sign } from "../messages.ts";

const tell = (sign: Sign) => process.send?.(sign);
const pathOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);

let firstFailed: TestModule | undefined;
let isWorkerMutated = false;
let builds = 0;

class AsOrdered {
  sort = (files: TestSpecification[]) => files;
  shard = (files: TestSpecification[]) => files;
}

function onTestModuleQueued(module: TestModule): void {
  tell({ at: pathOf(module) });
}

function onTestModuleEnd(module: TestModule): void {
  if (module.state() === "failed") firstFailed ??= module;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
// Kept from mutant to mutant: starting it, and transforming everything anew, would cost more than most tests.
const vitest = await createVitest(
  {
    watch: false,
    maxWorkers: 1,
    bail: 1,
    configLoader: "native",
    // Not among the packages, which are those of the checkout.
    fsModuleCachePath: join(process.cwd(), ".vitest-cache"),
    sequence: { sequencer: AsOrdered },
    // What hangs is found by the file, whose usual time is known, so that a busy machine does not find mutants.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: [{ onTestModuleQueued, onTestModuleEnd }],
  },
  { cacheDir: join(process.cwd(), ".vite") },
  { stdout: nowhere(), stderr: nowhere() },
);
await vitest.standalone();

process.on("message", (order: Order) => {
  judge(order).then((failure) => tell({ failure }));
});
process.on("disconnect", () => process.exit());
tell("ready");

async function judge({ tests, mutated }: Order): Promise<Failure | null> {
  if (mutated) vitest.invalidateFile(resolve(mutated.file));
  if (isWorkerMutated || mutated?.isInWorker) await buildWorker();
  isWorkerMutated = mutated?.isInWorker ?? false;
  const failure = await failureOf(tests);
  if (mutated) vitest.invalidateFile(resolve(mutated.file));
  return failure;
}

/** The script works when it is loaded, and is loaded anew under another name. */
async function buildWorker(): Promise<void> {
  builds += 1;
  await import(`../../../scripts/build-worker.mjs?${builds}`);
}

async function failureOf(tests: readonly string[]): Promise<Failure | null> {
  const project = vitest.getRootProject();
  const specifications = tests.map((test) => project.createSpecification(resolve(test)));
  firstFailed = undefined;
  // Its answer holds the test files of all runs so far.
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (firstFailed) return failureIn(firstFailed);
  if (unhandledErrors.length === 0) return null;
  return { test: "", name: "outside any test", message: messageOf(unhandledErrors) };
}

function failureIn(module: TestModule): Failure {
  const [test] = module.children.allTests("failed");
  if (test) return { test: pathOf(module), name: test.fullName, message: messageOf(test.result().errors) };
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return {
    test: pathOf(module),
    name: "the file itself",
    message: messageOf([...module.errors(), ...suites]),
  };
}

function messageOf(errors: readonly unknown[] | undefined): string {
  const [error] = errors ?? [];
  const message = error instanceof Object && "message" in error ? error.message : error;
  return String(message).split("\n", 1)[0] ?? "";
}
