import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { endProcessesOf, leftBehind } from "../../scripts/lib/left-behind.mjs";

it("names files that remain in the temporary folder", async () => {
  const folder = temporaryFolder();
  expect(await leftBehind(folder)).toEqual([]);
  mkdirSync(join(folder, "evenhand-marks-1"));
  // an ended browser's shared memory is not left by a test
  writeFileSync(join(folder, ".org.chromium.Chromium.5jW89O"), "");
  expect(await leftBehind(folder)).toEqual(["not removed: evenhand-marks-1"]);
  rmdirSync(join(folder, "evenhand-marks-1"));
  expect(await leftBehind(folder)).toEqual([]);
});

it("names processes that still run, and ends them", async (context) => {
  context.skip(!existsSync("/proc/self/environ"), "this system has no /proc");
  const folder = temporaryFolder();
  const waits = "console.log('up'); setInterval(() => {}, 1_000);";
  const others = spawn(process.execPath, ["-e", waits], { stdio: "pipe" });
  const byEnvironment = spawn(process.execPath, ["-e", waits], {
    env: { ...process.env, TMPDIR: folder },
    stdio: "pipe",
  });
  const byCommand = spawn(process.execPath, ["-e", waits, "--", folder], { stdio: "pipe" });
  const started = [others, byEnvironment, byCommand];
  await Promise.all(started.map(({ stdout }) => once(stdout, "data")));
  const ended = [byEnvironment, byCommand].map((child) => once(child, "exit"));

  const left = await leftBehind(folder, 1);
  const pids = left.map((line) => Number(/^still running: .*node.* \(process (\d+)\)$/.exec(line)?.[1]));
  expect(pids.sort()).toEqual([byEnvironment.pid, byCommand.pid].sort());

  endProcessesOf(folder);
  await Promise.all(ended);
  expect(await leftBehind(folder)).toEqual([]);
  expect(others.exitCode).toBeNull();
  others.kill();
  await once(others, "exit");
});
