import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { TestEngine } from "#tests/setup/engines.ts";
import { brittleDisk, canMount, smallDisk } from "./disks.ts";
import type { Fault } from "./fault.ts";
import { FaultStage } from "./stage.ts";

const notStored =
  "503: The server’s storage is full at the moment, so nothing was changed. Reading still works.";
/** A failing disk gives less information than a full one. */
const perhapsNotStored =
  "503: The server’s disk does not accept writes, so this may not have been stored. Reading still works. The server’s operator must check the disk.";

/** Checks that a disk without writes refuses verdicts with a message, serves pages, and keeps what was acknowledged. */
async function judgeWithout(stage: FaultStage, fail: () => void, words: string) {
  await stage.judge(sleep(1_500));
  fail();
  const { taken, refused } = await stage.judge(sleep(1_500));
  expect(taken).toBe(0);
  // On a busy machine a request may be refused as busy before anything is tried.
  refused.delete("busy");
  expect([...refused.keys()]).toEqual([words === notStored ? "storage-full" : "storage-failing"]);
  const seen = await stage.look();
  expect(seen).toMatchObject({ call: words, page: 200 });
  return `${seen.call} Page ${seen.page}, readyz "${seen.ready}"`;
}

/**
 * Fills a disk of its own, if one may be mounted. Otherwise it forbids the server's files to grow, which SQLite reports as
 * a failing disk instead of a full one.
 */
async function fullDisk(engine: TestEngine) {
  const disk = canMount() ? smallDisk(16) : undefined;
  const stage = await FaultStage.set(engine, disk && { folder: disk.folder });
  const filler = join(stage.folder, "filler");
  const limit = (size: string) =>
    execFileSync("prlimit", ["--pid", String(stage.server.pid), `--fsize=${size}`]);
  const fill = () => (disk === undefined ? limit(`${sizeOf(stage.folder)}:`) : fillUp(filler));
  const free = () => (disk === undefined ? limit("unlimited:") : rmSync(filler));
  try {
    const seen = await judgeWithout(stage, fill, disk === undefined ? perhapsNotStored : notStored);
    free();
    await stage.expectTaken();
    const way = disk === undefined ? " (files could not grow: this machine mounts no disk)" : "";
    return { seen: seen + way, ...(await stage.count()) };
  } finally {
    await stage.clear();
    disk?.remove();
  }
}

/** Returns the present size of SQLite's write-ahead log, beyond which no file may grow. */
function sizeOf(folder: string): number {
  return statSync(join(folder, "evenhand.sqlite-wal")).size;
}

function fillUp(path: string): void {
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
}

async function readOnlyDisk(engine: TestEngine) {
  const disk = brittleDisk();
  const stage = await FaultStage.set(engine, { folder: disk.folder });
  try {
    const seen = await judgeWithout(stage, disk.fail, perhapsNotStored);
    await stage.server.kill();
    const refused = await stage.refusedStart();
    expect(refused).toMatch(/is not writable/);
    disk.repair();
    await stage.goOn();
    return { seen: `${seen}. A start: ${refused}`, ...(await stage.count()) };
  } finally {
    await stage.clear();
    disk.remove();
  }
}

export const diskFaults: readonly Fault[] = [
  { name: "full disk", engine: "sqlite", isShort: true, run: fullDisk },
  { name: "disk turned read-only", engine: "sqlite", isShort: false, run: readOnlyDisk },
];
