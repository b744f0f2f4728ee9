import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const folder = new URL("../../scripts/lib/", import.meta.url).href;
const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up");`;

/** Returns a script like npm start: it runs a program that ignores SIGTERM, and has something to clean up. */
function scriptSource(cleaned: string): string {
  return `
    import { writeFileSync } from "node:fs";
    import { atEnd, main } from "${folder}lifecycle.mjs";
    import { run } from "${folder}processes.mjs";
    await main(async () => {
      atEnd(async () => writeFileSync(${JSON.stringify(cleaned)}, "cleaned up"));
      await run(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { shutdownTimeoutMs: 200 });
      writeFileSync(${JSON.stringify(cleaned)}, "went on after the stop");
    });`;
}

/** Sends the signal once all processes run; the output closes when the last of them has ended. */
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
] as const)("%s stops all started processes, cleans up and exits with %d", async (signal, expected) => {
  const cleaned = cleanedFile();
  const args = ["--input-type=module", "-e", scriptSource(cleaned)];
  const script = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  expect(await stopped(script, signal)).toBe(expected);
  expect(readFileSync(cleaned, "utf8")).toBe("cleaned up");
});

test("closing a terminal stops the processes in it", async (context) => {
  context.skip(process.platform !== "linux", "the program script has other options on macOS");
  const cleaned = cleanedFile();
  const path = `${cleaned}.mjs`;
  writeFileSync(path, scriptSource(cleaned));
  const terminal = spawn("script", ["-qec", `"${process.execPath}" "${path}"`, "/dev/null"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(terminal.stdout, "data");
  terminal.kill("SIGKILL");
  await expect.poll(() => readFileSync(cleaned, "utf8")).toBe("cleaned up");
});

test("a hang-up does not stop a script without a terminal, as under nohup, even if it ends npm", async () => {
  const cleaned = cleanedFile();
  // npm runs on Node, which resets the signal that nohup ignores.
  const npm = `
    const { spawn } = require("node:child_process");
    const script = spawn(process.execPath, process.argv.slice(1), { stdio: "inherit" });
    console.log("script", script.pid);
    setInterval(() => {}, 1000);`;
  const args = ["-e", npm, "--", "--input-type=module", "-e", scriptSource(cleaned)];
  const group = spawn("nohup", [process.execPath, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  let said = "";
  group.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  await expect.poll(() => said).toMatch(/script \d+\s+up/);
  const script = Number(/script (\d+)/.exec(said)?.[1]);
  process.kill(-(group.pid as number), "SIGHUP");
  await once(group, "exit");
  // Two checks of the parent, and some time to spare.
  await sleep(600);
  expect(existsSync(cleaned)).toBe(false);
  process.kill(script, "SIGTERM");
  await expect.poll(() => readFileSync(cleaned, "utf8")).toBe("cleaned up");
});

test("the end of the parent stops all processes, although it passes on no signal", async () => {
  const cleaned = cleanedFile();
  const command = `"$0" --input-type=module -e "$1"; true`;
  const npm = spawn("sh", ["-c", command, process.execPath, scriptSource(cleaned)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await stopped(npm, "SIGKILL");
  expect(readFileSync(cleaned, "utf8")).toBe("cleaned up");
});
