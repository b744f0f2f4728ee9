import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const startLimit = 30_000;

/** The real serving process, in a process group of its own, so that a kill takes all of it at once. */
export class ServerProcess {
  readonly origin: string;
  readonly #port: number;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  constructor(port: number, env: Record<string, string>) {
    this.#port = port;
    this.origin = `http://localhost:${port}`;
    this.#env = { ...process.env, ...env, NEXTAUTH_URL: this.origin, NODE_ENV: "production" };
  }

  async start(): Promise<void> {
    const command = ["node_modules/next/dist/bin/next", "start", "-p", String(this.#port)];
    const child = spawn(process.execPath, command, { env: this.#env, detached: true, stdio: "ignore" });
    this.#child = child;
    const until = Date.now() + startLimit;
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} while starting`);
      if (Date.now() > until) throw new Error("the server did not answer in time");
      await sleep(30);
    }
  }

  /** SIGKILL to the whole group: nothing gets a chance to tidy up. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/api/auth/csrf`)).ok;
    } catch {
      return false;
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
