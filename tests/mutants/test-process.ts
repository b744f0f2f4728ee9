import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Failure, Order, Sign } from "./messages.ts";
import type { Scratch } from "./scratch.ts";

/** What came of an order; `stuck` names the test file that did not come to its end. */
export type Answer = { readonly failure: Failure | null } | { readonly stuck: string };

/** How many milliseconds a test file may take. */
export type LimitOf = (test: string) => number;

/** A process that keeps vitest warm in a copy of the checkout. */
export class TestProcess {
  readonly #child: ChildProcess;
  /** Warnings about mutants, mostly; shown when the process breaks. */
  #lastWords = "";

  static async start({ folder, temporary }: Scratch): Promise<TestProcess> {
    const child = spawn(process.execPath, ["tests/mutants/children/judge.ts"], {
      cwd: folder,
      env: { ...ownEnvironment(), TMPDIR: temporary },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // A group of its own, so that a kill takes all that it started.
      detached: true,
    });
    const started = new TestProcess(child);
    const broken = once(child, "exit").then(() => Promise.reject(started.#broken()));
    await Promise.race([once(child, "message"), broken]);
    return started;
  }

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-4_000);
    });
  }

  async ask(order: Order, limitOf: LimitOf): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let timer: NodeJS.Timeout | undefined;
    const allow = (test: string) => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve({ stuck: test }), limitOf(test));
    };
    const listen = (sign: Exclude<Sign, "ready">) => ("at" in sign ? allow(sign.at) : resolve(sign));
    const gone = () => reject(this.#broken());
    this.#child.on("message", listen).on("exit", gone);
    allow(order.tests[0] ?? "");
    this.#child.send(order);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.off("message", listen).off("exit", gone);
    }
  }

  /** With all that the tests started. */
  async kill(): Promise<void> {
    if (this.#child.pid === undefined || this.#child.exitCode !== null) return;
    const ended = once(this.#child, "exit");
    process.kill(-this.#child.pid, "SIGKILL");
    await ended;
  }

  #broken(): Error {
    return new Error(`the process that runs the tests ended by itself:\n${this.#lastWords}`);
  }
}

/** Without what would ask for PostgreSQL, for a strict run, or for somebody's own data. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { CI, DATABASE_URL, NEXTAUTH_URL, PORT, ...kept } = process.env;
  const names = Object.keys(kept).filter((name) => !name.startsWith("EVENHAND_"));
  return { ...Object.fromEntries(names.map((name) => [name, kept[name]])), NODE_ENV: "test" };
}
