import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openRecordFile, type RecordFile } from "#server/cli/read-record.ts";
import { exportRecord } from "#server/services/exports/export-record.ts";
import { recordOutcomes } from "#server/services/outcomes/record-outcomes.ts";
import { dataFile, dataFileNames } from "#server/tables/data-file.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { playRound } from "#tests/setup/play.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const engine = sqliteEngine();
const folder = mkdtempSync(join(tmpdir(), "evenhand-data-file-"));
let app: TestApp;
let record: RecordFile;

beforeAll(async () => {
  app = testApp(await engine.openStore());
  const study = await publishedStudy(app);
  const { studyId, operatorId: accountId } = study;
  for (let round = 1; round <= 2; round += 1) {
    const { people } = await playRound(app, study, [() => true, () => true, () => false]);
    const selected = people.filter((person) => person.selected);
    const outcomes = selected.map(({ position }) => ({ round, position, value: "yes" as const }));
    const batch = { studyId, accountId, idempotencyKey: `outcomes ${round}` };
    if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
  }
  const file = join(folder, "record.jsonl");
  const { lines } = await exportRecord(app, studyId);
  writeFileSync(file, (await Array.fromAsync(lines)).join(""));
  record = openRecordFile(file);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
  await engine.cleanUp();
});

it("every file says how much of its record was read: it never falls, and each reading counts as much", async () => {
  for (const name of dataFileNames(record.settings)) {
    /** As the readings begin. */
    const begun: number[] = [];
    const told: number[] = [];
    const file = dataFile(name, { ...record, source: noticed(record.source, () => begun.push(share())) });
    const share = () => file?.share() ?? Number.NaN;
    for await (const _ of file?.pieces ?? []) told.push(share());
    expect(begun, name).toEqual(begun.map((_, index) => index / begun.length));
    expect(told, name).toEqual(told.toSorted((a, b) => a - b));
    expect(share(), name).toBe(1);
  }
});

it("a table that reads the log once is halfway where the log is", async () => {
  const file = dataFile("chances.csv", record);
  const [opening = 0, ...rest] = new Set(await Array.fromAsync(file?.pieces ?? [], () => file?.share()));
  expect(opening).toBe(0);
  const openings = await Array.fromAsync(record.source.entries(["round.opened"]), ({ seq }) => seq);
  expect(openings).toHaveLength(2);
  expect(rest).toEqual(openings.map((seq) => seq / record.head.seq));
});

function noticed(source: RecordFile["source"], note: () => void): RecordFile["source"] {
  return {
    entries: async function* (types) {
      note();
      yield* source.entries(types);
    },
    people: async function* () {
      note();
      yield* source.people();
    },
  };
}
