import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Failure, Order, Sign } from "./messages.ts";
import { type Mutant, planted } from "./plant.ts";
import { withProbes } from "./probes.ts";
import { Scratch } from "./scratch.ts";

/** What came of an order; `stuck` names the test file that did not come to its end. */
export type Answer = { readonly failure: Failure | null } | { readonly stuck: string };

/** How many milliseconds a test file may take. */
export type LimitOf = (test: string) => number;

/** Runs tests in a copy of the checkout; one process is kept warm, and replaced when a mutant hangs it. */
export class Judge {
  readonly #scratch: Scratch;
  readonly #noteFile: string;
  #child: ChildProcess | undefined;

  static async open(): Promise<Judge> {
    return new Judge(await Scratch.make());
  }

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#noteFile = join(scratch.folder, "noted");
  }

  /** Whether one of the test files of the order, one after the other, fails. */
  async ask(order: Order, limitOf: LimitOf): Promise<Answer> {
    this.#child ??= await startChild(this.#scratch);
    const answer = await answerOf(this.#child, order, limitOf);
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

  /** With all that the tests started. */
  async #kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }
}

async function answerOf(child: ChildProcess, order: Order, limitOf: LimitOf): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let timer: NodeJS.Timeout | undefined;
  const allow = (test: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => resolve({ stuck: test }), limitOf(test));
  };
  const listen = (sign: Exclude<Sign, "ready">) => ("at" in sign ? allow(sign.at) : resolve(sign));
  const gone = () => reject(new Error("the process that runs the tests ended by itself"));
  child.on("message", listen).on("exit", gone);
  allow(order.tests[0] ?? "");
  child.send(order);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off("message", listen).off("exit", gone);
  }
}

async function startChild({ folder, temporary }: Scratch): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["tests/mutants/children/judge.ts"], {
    cwd: folder,
    env: { ...ownEnvironment(), TMPDIR: temporary },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // A group of its own, so that a kill takes all that it started.
    detached: true,
  });
  const failed = once(child, "exit").then(() => {
    throw new Error("the process that runs the tests did not start");
  });
  await Promise.race([once(child, "message"), failed]);
  return child;
}

/** Without what would ask for PostgreSQL, for a strict run, or for somebody's own data. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { CI, DATABASE_URL, NEXTAUTH_URL, PORT, ...kept } = process.env;
  const names = Object.keys(kept).filter((name) => !name.startsWith("EVENHAND_"));
  return { ...Object.fromEntries(names.map((name) => [name, kept[name]])), NODE_ENV: "test" };
}
