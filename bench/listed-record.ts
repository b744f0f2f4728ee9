/**
 * What a study costs whose rules lie in a list: `npm run bench -- listed-record [rounds]`, 5 unless
 * said. A million rules over a thousand conditions: each condition, and each two of them, joined by and and by or. Rounds of 20
 * people, SQLite in a temporary folder. Processor seconds, so a busy machine may be measured, and the most memory of each process
 * (Linux).
 */
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { openStore } from "#db/open-store.ts";
import { packFile } from "#server/files/reading/packed-file.ts";
import { exportRecord } from "#server/services/exports/export-record.ts";
import { testApp } from "#tests/setup/app.ts";
import { listedStudy } from "#tests/setup/listed-study.ts";
import { playRound } from "#tests/setup/play.ts";
import { madeUpPeople } from "#tests/setup/study.ts";

const [rounds = 5] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "evenhand-listed-"));
const record = join(folder, "record.jsonl");
/** What a process says of itself at its end: microseconds of processor, and its status file. */
const toldSchema = z.object({ user: z.number(), system: z.number(), status: z.string() });
const app = testApp(await openStore({ dataFolder: folder }));

try {
  const study = await listedStudy(
    app,
    { people: madeUpPeople(20 * rounds), settings: { roundSize: "20", horizon: String(rounds) } },
    everyPair(1_000),
  );
  const { studyId, text } = study;
  const deflated = packFile(text).length;
  console.log(`the list: ${megabytes(text.length)} MB, deflated ${megabytes(deflated)} MB`);
  await measured(`${rounds} rounds played`, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await playRound(app, study, [() => true, () => true, () => false]);
    }
  });
  await measured("its record exported", async () => {
    const { lines } = await exportRecord(app, studyId);
    await pipeline(Readable.from(lines), createWriteStream(record));
  });
  console.log(`the record: ${megabytes(statSync(record).size)} MB`);
} finally {
  await app.close();
}
ran("verified", "server/cli/verify.ts");
ran("replayed by the second implementation", "tests/replay/run.ts");
rmSync(folder, { recursive: true });

function everyPair(count: number): Parameters<typeof listedStudy>[2] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return {
    predicates: numbers.map((cut) => ({ column: "income", test: "above", value: String(cut / 10) })),
    rules: numbers.flatMap((low) => [
      { isAny: false, conditions: [low] },
      ...numbers.slice(low + 1).flatMap((high) => [
        { isAny: false, conditions: [low, high] },
        { isAny: true, conditions: [low, high] },
      ]),
    ]),
  };
}

async function measured(name: string, work: () => Promise<void>): Promise<void> {
  const [before, begun] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  say(name, { cpuSeconds: (user + system) / 1e6, begun, status: readFileSync("/proc/self/status", "utf8") });
}

/** A program of its own on the record. */
function ran(name: string, program: string): void {
  // Its maxRSS would begin with that of this process.
  const tell = `import { readFileSync } from "node:fs";
    const status = () => readFileSync("/proc/self/status", "utf8");
    process.on("exit", () => console.error(JSON.stringify({ ...process.cpuUsage(), status: status() })))`;
  const begun = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(tell)}`, program, record],
    { encoding: "utf8" },
  );
  const told = JSON.parse(stderr.trim().split("\n").at(-1) ?? "");
  const { user, system, status } = toldSchema.parse(told);
  say(name, { cpuSeconds: (user + system) / 1e6, begun, status });
  console.log(stdout.trimEnd().split("\n").slice(-4).join("\n"));
}

function say(
  name: string,
  { cpuSeconds, begun, status }: { cpuSeconds: number; begun: number; status: string },
): void {
  const wall = ((performance.now() - begun) / 1_000).toFixed(1);
  const [, kilobytes = 0] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  const most = megabytes(Number(kilobytes) * 1_024);
  console.log(`${name}: ${cpuSeconds.toFixed(1)} s of processor, ${wall} s, at most ${most} MB`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
