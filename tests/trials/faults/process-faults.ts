import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { listEntriesOf } from "#db/queries/log.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import { preloadOption } from "#tests/setup/preload-option.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { freePort } from "../server-process.ts";
import type { Fault, FaultResult } from "./fault.ts";
import { FaultStage, newServer } from "./stage.ts";

const hour = 3_600_000;
const year = 365 * 24 * hour;

/** Sets the clock ahead by hours and by a year while the server runs, and then back. */
async function clockChanged(engine: TestEngine): Promise<FaultResult> {
  const file = join(temporaryFolder(), "ahead");
  const setClock = (ahead: number) => writeFileSync(file, String(ahead));
  setClock(0);
  const NODE_OPTIONS = preloadOption("tests/setup/other-clock.mjs");
  const stage = await FaultStage.set(engine, { env: { NODE_OPTIONS, EVENHAND_TEST_AHEAD_FILE: file } });
  try {
    await stage.judge(sleep(1_000));
    const said: string[] = [];
    for (const [ahead, code] of [
      [5 * hour, "clock-jumped"],
      [-5 * hour, "clock-behind"],
      // Sessions have expired by then, and are valid again with the correct clock.
      [year, "not-signed-in"],
      [-year, "clock-behind"],
    ] as const) {
      setClock(ahead);
      const { taken, refused } = await stage.judge(sleep(700));
      expect([taken, ...refused.keys()]).toEqual([0, code]);
      const { call, page, text } = await stage.look();
      expect(page).toBe(200);
      expect(text.includes("Sign in")).toBe(code === "not-signed-in");
      said.push(call);
      setClock(0);
      await stage.expectTaken();
    }
    const [ahead, behind, yearAhead, yearBehind] = said;
    return {
      seen: `Five hours ahead: ${ahead} Back: ${behind} A year ahead: ${yearAhead} Back: ${yearBehind}`,
      ...(await stage.count()),
    };
  } finally {
    await stage.clear();
  }
}

/** Stops the process for a while: all requests wait, and then continue. */
const stoppedFor = (seconds: number) => async (engine: TestEngine) => {
  const stage = await FaultStage.set(engine);
  try {
    const stopped = async () => {
      await sleep(500);
      stage.server.signal("SIGSTOP");
      const seen = seconds > 5 ? await stage.look() : undefined;
      await sleep(1_000 * seconds - (seconds > 5 ? 15_000 : 0));
      stage.server.signal("SIGCONT");
      await sleep(1_000);
      return seen;
    };
    const stop = stopped();
    const { taken, refused } = await stage.judge(stop);
    expect(taken).toBeGreaterThan(0);
    // Requests that arrive while the backlog is processed are refused and repeated.
    for (const code of refused.keys()) expect(code).toBe("busy");
    await stage.expectTaken();
    const seen = await stop;
    const said = seen === undefined ? "no answer" : `${seen.call} after 5 s, page ${seen.page}`;
    return {
      seen: `While it is stopped: ${said}; then all waiting requests are accepted`,
      ...(await stage.count()),
    };
  } finally {
    await stage.clear();
  }
};

/** Half of the auditors use each server; when one stops, its auditors continue through the other. */
async function twoServers(engine: TestEngine) {
  const stage = await FaultStage.set(engine);
  const other = await newServer(stage.env);
  try {
    await other.start();
    await stage.enter([stage.server.origin, other.origin]);
    await stage.judge(sleep(1_000));
    const killed = sleep(500).then(() => other.kill());
    const { taken, refused } = await stage.judge(killed.then(() => sleep(500)));
    expect(taken).toBeGreaterThan(0);
    for (const code of refused.keys()) expect(code).toMatch(/^TypeError: /);
    await stage.enter();
    await stage.expectTaken();
    const cut = [...refused.values()].reduce((sum, count) => sum + count, 0);
    return {
      seen: `One killed: ${cut} requests cut off, all others taken by the other`,
      ...(await stage.count()),
    };
  } finally {
    await other.kill();
    await stage.clear();
  }
}

/** Of two workers the first is killed before the deadline, at which the second closes the round. */
async function killedWorker(engine: TestEngine): Promise<FaultResult> {
  const stage = await FaultStage.set(engine, { env: { EVENHAND_WORK: "off" }, deadlineMs: 15_000 });
  const workers: ChildProcess[] = [];
  const startWorker = async () => {
    const port = await freePort();
    const program = ["--import", resolve("scripts/lib/quick-packages.mjs"), "server/cli/worker.ts"];
    const env = { ...process.env, ...stage.env, PORT: String(port), NEXTAUTH_URL: stage.server.origin };
    const worker = spawn(process.execPath, program, { env, stdio: "ignore" });
    workers.push(worker);
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    return worker;
  };
  const closes = () =>
    stage.withStore((store) =>
      store.read((db) =>
        listEntriesOf(db, { studyId: stage.studyId, types: ["round.closed"], after: 0, limit: 10 }),
      ),
    );
  try {
    await stage.judge(sleep(1_500));
    (await startWorker()).kill("SIGKILL");
    await startWorker();
    const call = async () => (await stage.look()).call;
    await expect.poll(call).toMatch(/^409: The deadline of round 1 has passed/);
    const seen = await call();
    stage.forgetVerdicts();
    await expect.poll(closes).toHaveLength(1);
    await sleep(3_000);
    expect(await closes()).toHaveLength(1);
    return { seen: `${seen} The other worker closed the round, once`, ...(await stage.count()) };
  } finally {
    for (const worker of workers) worker.kill("SIGKILL");
    await stage.clear();
  }
}

export const processFaults: readonly Fault[] = [
  { name: "clock ahead and back", engine: "sqlite", isShort: false, run: clockChanged },
  { name: "process stopped for 30 s", engine: "sqlite", isShort: false, run: stoppedFor(30) },
  { name: "process stopped for 2 s", engine: "sqlite", isShort: true, run: stoppedFor(2) },
  { name: "killed worker", engine: "postgres", isShort: false, run: killedWorker },
  { name: "two servers, one killed", engine: "sqlite", isShort: false, run: twoServers },
  { name: "two servers, one killed", engine: "postgres", isShort: false, run: twoServers },
];
