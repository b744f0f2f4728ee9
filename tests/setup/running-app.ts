import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type RunningApp = {
  readonly url: string;
  /** The path of the first administrator's invitation, while the server offers it. */
  readonly invitation: string | undefined;
  /** Its data folder. */
  readonly data: string;
  /** Stops it and deletes its data, unless they are in a given folder. @returns its exit code */
  readonly stop: (kept?: { readonly keep: string }) => Promise<number | null>;
};

/** Starts Evenhand like a user, on new data or on a copy of `data`; its output is kept in the log file. */
export async function startApp(
  port: number,
  options: {
    demo: boolean;
    worker?: boolean;
    logFile: string;
    data?: string;
    env?: Record<string, string>;
  },
): Promise<RunningApp> {
  const data = await mkdtemp(join(tmpdir(), "evenhand-e2e-"));
  if (options.data) await cp(options.data, data, { recursive: true });
  const args = ["scripts/run.mjs", "start", "--port", String(port), ...(options.demo ? ["--demo"] : [])];
  if (options.worker) args.push("--worker");
  const { DATABASE_URL, NEXTAUTH_URL, EVENHAND_SMTP_URL, EVENHAND_MAIL_FROM, ...env } = process.env;
  const server = spawn(process.execPath, args, {
    env: { ...env, ...options.env, EVENHAND_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await untilRunning(server, options.logFile);
  const stop: RunningApp["stop"] = async (kept) => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
    if (kept) await cp(data, kept.keep, { recursive: true });
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
    return server.exitCode;
  };
  return { url: `http://localhost:${port}`, invitation: /\/invitation\/\S+/.exec(output)?.[0], data, stop };
}

function untilRunning(server: ChildProcess, logFile: string): Promise<string> {
  const log = createWriteStream(logFile);
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream?.pipe(log, { end: false });
      stream?.on("data", (chunk) => {
        output += chunk;
        if (output.includes("Evenhand is running at")) setImmediate(() => resolve(output));
      });
    }
    server.on("exit", () => reject(new Error(`the server ended before it answered:\n${output}`)));
  });
}
