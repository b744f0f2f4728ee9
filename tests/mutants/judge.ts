import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Compiler } from "./compiler.ts";
import type { Order } from "./messages.ts";
import { type Mutant, planted } from "./plant.ts";
import { withProbes } from "./probes.ts";
import { Scratch } from "./scratch.ts";
import { type Answer, type LimitOf, TestProcess } from "./test-process.ts";

/** Runs tests on mutants in a copy of the checkout, by one process, which is replaced when a mutant hangs it. */
export class Judge {
  readonly #scratch: Scratch;
  readonly #noteFile: string;
  #process: TestProcess | undefined;
  #compiler: Compiler | undefined;

  static async open(): Promise<Judge> {
    return new Judge(await Scratch.make());
  }

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#noteFile = join(scratch.folder, "noted");
  }

  /** Whether one of the test files of the order, one after the other, fails. */
  async ask(order: Order, limitOf: LimitOf): Promise<Answer> {
    this.#process ??= await TestProcess.start(this.#scratch);
    const answer = await this.#process.ask(order, limitOf);
    if ("stuck" in answer) {
      await this.#kill();
      await this.#scratch.clearTemporary();
    }
    return answer;
  }

  /** The same with a mutant in the product. */
  async askOf(mutant: Mutant, order: Order, limitOf: LimitOf): Promise<Answer> {
    await this.#scratch.change(mutant.file, (original) => planted(original, mutant));
    try {
      return await this.ask(order, limitOf);
    } finally {
      await this.#scratch.restore();
    }
  }

  /** Whether the mutant could not land because its types are wrong. @throws Refusal if they are wrong without it */
  async isRefused(mutant: Mutant): Promise<boolean> {
    this.#compiler ??= await Compiler.start(this.#scratch.folder);
    await this.#scratch.change(mutant.file, (original) => planted(original, mutant));
    try {
      return await this.#compiler.refuses();
    } finally {
      await this.#scratch.restore();
    }
  }

  /** From now on, notes which of these mutants the tests come near. */
  async plantProbes(mutants: readonly Mutant[]): Promise<void> {
    for (const [file, inside] of Map.groupBy(mutants, ({ file }) => file)) {
      await this.#scratch.change(file, (original) => withProbes(file, original, inside, this.#noteFile));
    }
  }

  /** The ids noted since the last time. */
  async takeNoted(): Promise<string[]> {
    const text = await readFile(this.#noteFile, "utf8").catch(() => "");
    await rm(this.#noteFile, { force: true });
    return [...new Set(text.split("\n").filter(Boolean))];
  }

  async removeProbes(): Promise<void> {
    await this.#kill();
    await this.#scratch.restore();
  }

  async close(): Promise<void> {
    await this.#kill();
    await this.#scratch.remove();
  }

  async #kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await running?.kill();
  }
}
