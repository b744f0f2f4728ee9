/**
 * How fast a study's record is written, and whether its memory grows: `npm run bench -- export [entries]`, 300,000 if nothing
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
import { textTable } from "#server/cli/simulate/text-table.ts";
import { exportRecord } from "#server/services/exports/export-record.ts";
import { testApp } from "#tests/setup/app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { fillLog } from "./export/fill-log.ts";
import { peakWords, type Timed, timed } from "./export/timed.ts";
import { makeRecord } from "./verify/made-record.ts";

const [entryCount = 300_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "evenhand-export-"));
const app = testApp(await openStore({ dataFolder: folder }));

try {
  const { studyId } = await publishedStudy(app);
  const made = await fillLog(app, studyId, madeLines);
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
    peakWords(peaks),
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

function madeLines(): string[] {
  const lines: string[] = [];
  makeRecord(entryCount, (line) => {
    if (line.includes('"round":')) lines.push(line);
  });
  return lines;
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
