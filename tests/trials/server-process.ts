import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_ENVIRONMENT, SERVER_OPTIONS } from "../../scripts/lib/serve.mjs";

/** A real serving process in a process group of its own, so that a kill ends all of it at once. */
export class ServerProcess {
  readonly origin: string;
  readonly #port: number;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  /** The end of its standard error. */
  #stderr = "";
  /** The end of its standard output, the application log. */
  #stdout = "";

  constructor(port: number, env: Record<string, string>) {
    this.#port = port;
    this.origin = `http://localhost:${port}`;
    this.#env = {
      ...SERVER_ENVIRONMENT,
      ...process.env,
      ...env,
      NEXTAUTH_URL: this.origin,
      NODE_ENV: "production",
    };
  }

  /** Returns once it accepts requests. Until then each response must ask the client to try again. */
  async start(): Promise<void> {
    const child = this.begin();
    await Promise.race([this.#takesRequests(), this.#endsEarly(child)]);
  }

  /** Starts the process without waiting. */
  begin(): ChildProcess {
    const early = [...SERVER_OPTIONS, "--import", resolve("scripts/lib/before-next.mjs")];
    const command = [...early, "node_modules/next/dist/bin/next", "start", "-p", String(this.#port)];
    const child = spawn(process.execPath, command, {
      env: this.#env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#stderr = "";
    this.#stdout = "";
    child.stdout.on("data", (chunk: Buffer) => {
      this.#stdout = `${this.#stdout}${chunk}`.slice(-4_000);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = `${this.#stderr}${chunk}`.slice(-4_000);
    });
    this.#child = child;
    return child;
  }

  /** The last output, for diagnosis. */
  get lastWords(): string {
    return `${this.origin} said last: ${this.#stdout} ${this.#stderr}`;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error("the server was not started");
    return this.#child.pid;
  }

  /** Sends a signal to the whole group. */
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGTERM"): void {
    process.kill(-this.pid, name);
  }

  /** Sends SIGKILL to the whole group, so that nothing can clean up. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }

  async #takesRequests(): Promise<void> {
    // First one of Next's routes: while it starts, the request guard alone answers health checks.
    for (const path of ["/api/auth/csrf", "/readyz"]) {
      for (;;) {
        const answer = await fetch(this.origin + path).catch(() => null);
        await this.#requireRetryLater(answer);
        if (answer?.status === 200) break;
        await sleep(20);
      }
    }
  }

  async #requireRetryLater(answer: Response | null): Promise<void> {
    if (answer === null || answer.status === 200) return;
    const message = await answer.text();
    if (answer.status === 503 && message !== "" && answer.headers.has("retry-after")) return;
    throw new Error(`while it started ${answer.url} answered ${answer.status}: ${message} ${this.#stderr}`);
  }

  async #endsEarly(child: ChildProcess): Promise<never> {
    const [code] = await once(child, "exit");
    throw new Error(`the server ended with ${code} while starting: ${this.#stderr}`);
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
