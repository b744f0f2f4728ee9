/**
 * How fast a study's record is written, and whether its memory grows: `npm run bench:export -- [entries]`, 300,000 if nothing
 * is said. Entries as long as those of a study of Exp2, SQLite in a temporary folder, the record into a file. The reference is
 * one bare SELECT of the same lines, hashed and written alike.
 */
import { createHash } from "node:crypto";
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Database from "better-sqlite3";
import { openStore } from "#db/open-store.ts";
import { insertEntries } from "#db/queries/log.ts";
import { findStudy, updateStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { entryHash } from "#server/log/hash.ts";
import { exportRecord } from "#server/services/exports/export-record.ts";
import { testApp } from "#tests/setup/app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { makeRecord } from "./verify/made-record.ts";

const [entryCount = 300_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "evenhand-export-"));
const app = testApp(await openStore({ dataFolder: folder }));

try {
  const { studyId } = await publishedStudy(app);
  const made = await fill(studyId);
  const bare = await timed(() => writeOut("bare", bareLines(studyId)));
  const exported = await timed(async () => {
    const { lines } = await exportRecord(app, studyId);
    await writeOut("record", lines);
  });
  const row = (name: string, { seconds, peaks }: Timed) => [
    name,
    seconds.toFixed(2),
    Math.round(made / seconds).toLocaleString("en-GB"),
    (seconds / bare.seconds).toFixed(2),
    peaks.map((peak) => (peak / 2 ** 20).toFixed(0)).join(" "),
  ];
  const size = statSync(join(folder, "record")).size / 2 ** 20;
  console.log(`${made.toLocaleString("en-GB")} entries, ${size.toFixed(0)} MiB\n`);
  console.log(
    textTable(
      ["", "seconds", "entries a second", "ratio", "peak of live heap in each quarter, MiB"],
      [row("one bare select", bare), row("record", exported)],
    ),
  );
} finally {
  await app.close();
  rmSync(folder, { recursive: true });
}

/** @returns how many lines there are now */
async function fill(studyId: string): Promise<number> {
  const lines: string[] = [];
  makeRecord(entryCount, (line) => {
    if (line.includes('"seq":')) lines.push(line);
  });
  await app.store.tx((tx) => append(tx, studyId, lines));
  return lines.length;
}

/** What an export reads of a log: lines one after the other. Whose study they were made for is nothing to it. */
async function append(tx: Tx, studyId: string, lines: readonly string[]): Promise<void> {
  const from = (await findStudy(tx, studyId))?.nextSeq ?? 1;
  const rows = lines.map((entry, index) => ({
    ...{ studyId, seq: from + index, type: "outcome.recorded", at: 1, round: null },
    ...{ entry, hash: entryHash(entry) },
  }));
  for (let at = 0; at < rows.length; at += 2_000) await insertEntries(tx, rows.slice(at, at + 2_000));
  await updateStudy(tx, studyId, {
    nextSeq: from + lines.length,
    headHash: rows.at(-1)?.hash ?? "",
  });
}

function* bareLines(studyId: string): Generator<string> {
  const database = new Database(join(folder, "evenhand.sqlite"), { readonly: true });
  const hash = createHash("sha256");
  const rows = database
    .prepare<[string], { entry: string }>("select entry from log_entry where study_id = ? order by seq")
    .iterate(studyId);
  for (const { entry } of rows) {
    const line = `${entry}\n`;
    hash.update(line);
    yield line;
  }
  database.close();
  yield hash.digest("hex");
}

function writeOut(name: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  return pipeline(Readable.from(lines), createWriteStream(join(folder, name)));
}

type Timed = { readonly seconds: number; readonly peaks: readonly number[] };

/** Seconds by the clock, and the largest live heap of each quarter of them. */
async function timed(work: () => Promise<void>): Promise<Timed> {
  globalThis.gc?.();
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(process.memoryUsage().heapUsed), 20);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(timer);
  const quarter = Math.ceil(samples.length / 4);
  const peaks = [0, 1, 2, 3].map((n) => Math.max(0, ...samples.slice(n * quarter, (n + 1) * quarter)));
  return { seconds, peaks };
}
