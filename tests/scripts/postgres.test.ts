import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { describePostgres } from "#tests/setup/engines.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { workingIn } from "#tests/trials/postgres-processes.ts";

const lib = (name: string) => JSON.stringify(new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href);

/** Returns a script like `npm test`: it starts a PostgreSQL server, prints its address, and then runs `ending`. */
function scriptSource(folder: string, ending: string): string {
  return `
    import { main } from ${lib("lifecycle")};
    import { makePostgres, NOT_DURABLE } from ${lib("postgres")};
    await main(async () => {
      console.log("starting");
      const { url } = await makePostgres(NOT_DURABLE, ${JSON.stringify(folder)});
      console.log(url);
      ${ending}
    });`;
}

const waits = "await new Promise(() => setInterval(() => {}, 1_000));";

describePostgres("a temporary server", () => {
  it.each([
    { how: "the run ends", ending: "return 0;", code: 0 },
    { how: "the run fails", ending: `throw new Error("failed");`, code: 1 },
    { how: "SIGINT comes", ending: waits, signal: "SIGINT", code: 130 },
    { how: "SIGTERM comes", ending: waits, signal: "SIGTERM", code: 143 },
    { how: "SIGTERM comes while it starts", ending: waits, signal: "SIGTERM", during: 150, code: 143 },
  ] as const)("is gone once $how", async ({ ending, code, ...given }) => {
    const folder = temporaryFolder();
    // PostgreSQL's user must be able to reach its data in this folder.
    chmodSync(folder, 0o711);
    const args = ["--input-type=module", "-e", scriptSource(folder, ending)];
    const script = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [script.stdout, script.stderr]) stream.on("data", (text) => (output += text));
    const ended = once(script, "exit");
    if ("signal" in given) {
      const awaited = "during" in given ? "starting" : "postgres://";
      while (!output.includes(awaited)) await once(script.stdout, "data");
      if ("during" in given) await sleep(given.during);
      script.kill(given.signal);
    }
    expect([await ended, output]).toEqual([[code, null], expect.any(String)]);
    const made = readdirSync(folder).filter((name) => name.startsWith("evenhand-postgres-"));
    expect(made.flatMap((name) => workingIn(join(folder, name, "data")))).toEqual([]);
    expect(made.flatMap((name) => workingIn(join(folder, name)))).toEqual([]);
  });
});
