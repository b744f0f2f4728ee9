import { findingOf } from "./finding.ts";
import type { Judge } from "./judge.ts";
import { nearestFirst } from "./nearest.ts";
import type { Mutant } from "./plant.ts";
import { type Reaching, reachedFrom, testsByFile, worker } from "./reach.ts";
import type { Result, Results, Unmutated } from "./results.ts";

/** A test file that is slower than this without any mutant cannot tell what hangs. */
const unmutatedLimit = 300_000;

/** Judges mutants one after the other, as many at once as there are judges, and learns which tests find them. */
export class Trial {
  readonly #judges: readonly Judge[];
  readonly #results: Results;
  readonly #tell: (line: string) => void;
  readonly #reaching: ReadonlyMap<string, readonly Reaching[]>;
  readonly #inWorker: ReadonlyMap<string, number>;
  /** The test files that found a mutant of a file, the latest first. */
  readonly #killers = new Map<string, readonly string[]>();

  /**
   * @param tests all test files that may be asked
   * @param graph which files each file runs
   */
  constructor(
    judges: readonly Judge[],
    results: Results,
    tests: readonly string[],
    graph: ReadonlyMap<string, readonly string[]>,
    tell: (line: string) => void,
  ) {
    this.#judges = judges;
    this.#results = results;
    this.#tell = tell;
    this.#reaching = testsByFile(tests, graph);
    this.#inWorker = reachedFrom(worker.source, graph);
  }

  /** Judges those there is no result for yet. */
  async run(mutants: readonly Mutant[]): Promise<void> {
    await this.#runUnmutated(mutants);
    const { byMutant } = this.#results;
    const open = mutants.filter(({ id }) => !byMutant.has(id));
    await shareOut(this.#judges, open, async (judge, mutant) => {
      const result = await this.#judge(judge, mutant);
      this.#results.add({ result });
      const { outcome, seconds } = result;
      const count = `${byMutant.size}/${mutants.length}`.padStart(9);
      this.#tell(
        `${count}  ${outcome.padEnd(9)} ${seconds.toFixed(1).padStart(7)} s  ${mutant.file}:${mutant.line}`,
      );
    });
  }

  /** Finds out which tests pass as it is, how long they take, and which mutants they come near. */
  async #runUnmutated(mutants: readonly Mutant[]): Promise<void> {
    const tests = new Set(
      mutants.flatMap(({ file }) => this.#reaching.get(file) ?? []).map(({ test }) => test),
    );
    const unknown = [...tests].filter((test) => !this.#results.unmutated.has(test));
    if (unknown.length === 0) return;
    for (const judge of this.#judges) await judge.plantProbes(mutants);
    await shareOut(this.#judges, unknown, async (judge, test) => {
      const unmutated = await unmutatedOf(judge, test);
      this.#results.add({ unmutated });
      this.#tell(`${"unmutated".padStart(9)}  ${unmutated.failure === null ? "passes" : "FAILS "}  ${test}`);
    });
    for (const judge of this.#judges) await judge.removeProbes();
  }

  async #judge(judge: Judge, mutant: Mutant): Promise<Result> {
    const began = performance.now();
    const { outcome, ...finding } = await this.#ask(judge, mutant);
    const isAlive = outcome === "survived" || outcome === "unreached";
    const isRefused = isAlive && (await judge.isRefused(mutant));
    const seconds = secondsSince(began);
    return { mutant: mutant.id, ...finding, outcome: isRefused ? "refused" : outcome, seconds };
  }

  async #ask(judge: Judge, mutant: Mutant): Promise<Omit<Result, "mutant" | "seconds">> {
    const { file } = mutant;
    const usable = (this.#reaching.get(file) ?? []).filter(({ test }) => this.#canFind(test, mutant));
    if (usable.length === 0) return { outcome: "unreached", tests: 0 };
    const secondsOf = (test: string) => this.#results.unmutated.get(test)?.seconds ?? 0;
    const killers = this.#killers.get(file) ?? [];
    const tests = nearestFirst(file, usable, { secondsOf, killers });
    const order = { tests, mutated: { file, isInWorker: this.#inWorker.has(file) } };
    const { test, ...finding } = await findingOf(judge, mutant, order, secondsOf);
    if (test) this.#killers.set(file, [test, ...killers.filter((killer) => killer !== test)]);
    return { ...finding, tests: tests.length };
  }

  #canFind(test: string, { id }: Mutant): boolean {
    const unmutated = this.#results.unmutated.get(test);
    return unmutated !== undefined && unmutated.failure === null && unmutated.reached.includes(id);
  }
}

async function unmutatedOf(judge: Judge, test: string): Promise<Unmutated> {
  const once = async () => {
    const began = performance.now();
    const answer = await judge.ask({ tests: [test] }, () => unmutatedLimit);
    const failure = "stuck" in answer ? "did not end" : (answer.failure?.message ?? null);
    return { test, seconds: secondsSince(began), failure, reached: await judge.takeNoted() };
  };
  const first = await once();
  // A busy machine may make a test fail.
  return first.failure === null ? first : once();
}

/** Every judge takes the next item as soon as it is done with one. */
async function shareOut<Item>(
  judges: readonly Judge[],
  items: readonly Item[],
  work: (judge: Judge, item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    judges.map(async (judge) => {
      for (const item of queue) await work(judge, item);
    }),
  );
}

function secondsSince(began: number): number {
  return Math.round(performance.now() - began) / 1_000;
}
