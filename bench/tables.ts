/**
 * How fast tables of a study are made, and whether memory grows: `npm run bench -- tables [verdicts]`, a million if nothing is
 * said. Five ballots of 24 verdicts a round, SQLite in a temporary folder, files beside it. The reference is reading the same
 * entries and nothing else.
 */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openStore } from "#db/open-store.ts";
import { listEntriesOf } from "#db/queries/log.ts";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { readLine } from "#server/log/chain.ts";
import { exportData } from "#server/services/exports/export-data.ts";
import { testApp } from "#tests/setup/app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { fillLog } from "./export/fill-log.ts";
import { madeRounds } from "./export/made-rounds.ts";
import { peakWords, type Timed, timed } from "./export/timed.ts";

const [verdictCount = 1_000_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "evenhand-tables-"));
const app = testApp(await openStore({ dataFolder: folder }));

try {
  const { studyId } = await publishedStudy(app);
  await fillLog(app, studyId, (first) => madeRounds(studyId, verdictCount, first));
  let count = 0;
  const reading = await timed(async () => {
    count = await readBallots(studyId);
  });
  const row = (name: string, { seconds, peaks }: Timed) => [
    name,
    seconds.toFixed(2),
    Math.round(count / seconds).toLocaleString("en-GB"),
    (seconds / reading.seconds).toFixed(2),
    peakWords(peaks),
  ];
  const rows = [row("entries read and parsed", reading)];
  for (const name of ["verdicts.parquet", "verdicts.csv"]) {
    rows.push(row(name, await timed(() => writeOut(studyId, name))));
  }
  console.log(`${count.toLocaleString("en-GB")} verdicts\n`);
  console.log(
    textTable(["", "seconds", "verdicts a second", "ratio", "peak of live heap in each quarter, MiB"], rows),
  );
} finally {
  await app.close();
  rmSync(folder, { recursive: true });
}

/** @returns how many verdicts were read */
async function readBallots(studyId: string): Promise<number> {
  let count = 0;
  const types = ["round.opened", "ballot.opened", "round.closed"];
  for (let after = 0; ; ) {
    const page = await app.store.read((db) => listEntriesOf(db, { studyId, types, after, limit: 50 }));
    for (const { entry } of page) {
      const { type, body } = readLine(entry);
      if (type === "ballot.opened") count += body.verdicts.length;
    }
    const last = page.at(-1);
    if (last === undefined) return count;
    after = last.seq;
  }
}

async function writeOut(studyId: string, name: string): Promise<void> {
  const file = await exportData(app, studyId, name);
  if (file === undefined) throw new Error(`there is no ${name}`);
  await pipeline(Readable.from(file.pieces), createWriteStream(join(folder, name)));
}
