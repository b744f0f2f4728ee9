import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

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
    const child = spawn(process.execPath, command, {
      env: this.#env,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.#child = child;
    await Promise.race([saysReady(child), endsEarly(child)]);
    const { status } = await fetch(`${this.origin}/api/auth/csrf`);
    if (status !== 200) throw new Error(`the server answers with ${status}`);
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error("the server was not started");
    return this.#child.pid;
  }

  /** To the whole group. */
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGTERM"): void {
    process.kill(-this.pid, name);
  }

  /** SIGKILL to the whole group: nothing gets a chance to tidy up. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }
}

/** Next says so once it listens. Whatever it prints afterwards is let go by. */
function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    let said = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-10_000);
      if (said.includes("Ready in")) resolve();
    });
  });
}

async function endsEarly(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`the server ended with ${code} while starting`);
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
