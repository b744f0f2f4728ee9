import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const folder = new URL("../../scripts/lib/", import.meta.url).pathname;
const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up");`;

/** A script as npm start is one: it runs a program that does not heed SIGTERM, and has something to clean up. */
function scriptSource(cleaned: string): string {
  return `
    import { writeFileSync } from "node:fs";
    import { atEnd, main } from "${folder}lifecycle.mjs";
    import { run } from "${folder}processes.mjs";
    await main(async () => {
      atEnd(async () => writeFileSync(${JSON.stringify(cleaned)}, "cleaned up"));
      await run(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { patienceMs: 200 });
      writeFileSync(${JSON.stringify(cleaned)}, "went on after the stop");
    });`;
}

/** Sends the signal once all is up; the output closes when the last of the processes is gone. */
async function stopped(process: ChildProcessByStdio<null, Readable, null>, signal: NodeJS.Signals) {
  await once(process.stdout, "data");
  process.kill(signal);
  const [code] = await once(process, "close");
  return code;
}

function cleanedFile(): string {
  return join(temporaryFolder(), "cleaned");
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s stops what was started, cleans up and ends with %d", async (signal, expected) => {
  const cleaned = cleanedFile();
  const args = ["--input-type=module", "-e", scriptSource(cleaned)];
  const script = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  expect(await stopped(script, signal)).toBe(expected);
  expect(readFileSync(cleaned, "utf8")).toBe("cleaned up");
});

test("the death of the parent, which passes nothing on, stops everything too", async () => {
  const cleaned = cleanedFile();
  const command = `"$0" --input-type=module -e "$1"; true`;
  const npm = spawn("sh", ["-c", command, process.execPath, scriptSource(cleaned)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await stopped(npm, "SIGKILL");
  expect(readFileSync(cleaned, "utf8")).toBe("cleaned up");
});
