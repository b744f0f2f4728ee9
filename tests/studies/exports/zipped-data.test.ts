import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { dataFile, dataFileNames } from "#server/analysis/tables/data-file.ts";
import { tablesOf } from "#server/analysis/tables/tables.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { exportData, requireStudyRecord } from "#server/studies/exports/export-data.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { ZipStream } from "#server/studies/exports/zip-stream.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";

const bytesOf = async (pieces: AsyncIterable<string | Uint8Array>) =>
  Buffer.concat((await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece)));

describeReads("the zip of all files", (openStore) => {
  let app: TestApp;
  let study: TestStudy;

  beforeAll(async () => {
    app = testApp(await openStore());
    study = await publishedStudy(app);
    await playRound(app, study, []);
  });

  const made = async (name: string, seq?: number) => {
    const file = await exportData(app, study.studyId, name, seq === undefined ? seq : { seq });
    if (file === undefined) throw new Error(`there is no ${name}`);
    return { ...file, bytes: await bytesOf(file.pieces) };
  };

  it("has every file and the record unchanged, and the manifest of all last", async () => {
    const { bytes, savedAs, head, hasFeatures } = await made("data.zip");
    expect([savedAs, hasFeatures]).toEqual([`data-${study.studyId}-${head.seq}.zip`, true]);
    const files = unzipSync(bytes);
    const settings = await app.store.read(async (db) => settingsOf(await requireStudy(db, study.studyId)));
    const names = [...dataFileNames(settings), "croissant.json"];
    for (const name of names) {
      const alone = await made(name);
      expect(Buffer.from(files[alone.savedAs] ?? []).equals(alone.bytes), name).toBe(true);
    }
    const record = await bytesOf((await exportRecord(app, study.studyId)).lines);
    expect(Buffer.from(files[`record-${study.studyId}-${head.seq}.jsonl`] ?? []).equals(record)).toBe(true);
    const [last, ...others] = Object.keys(files).reverse();
    expect(last).toBe(`manifest-${study.studyId}-${head.seq}.json`);
    expect(others).toHaveLength(names.length + 1);
    const manifest = JSON.parse(Buffer.from(files[last ?? ""] ?? []).toString());
    expect(manifest.head).toMatchObject({ seq: head.seq, hash: head.hash });
    expect(manifest.files).toEqual(
      others.reverse().map((name) => {
        const content = files[name] ?? new Uint8Array();
        const sha256 = createHash("sha256").update(content).digest("hex");
        return { name, bytes: content.length, sha256 };
      }),
    );
    expect((await made("data.zip")).bytes.equals(bytes)).toBe(true);
  });

  it("without features has the log, but no file that needs access to features", async () => {
    const { bytes, head, hasFeatures } = await made("data-without-features.zip");
    expect(hasFeatures).toBe(false);
    const names = Object.keys(unzipSync(bytes));
    expect(names).toContain(`log-${study.studyId}-${head.seq}.jsonl`);
    for (const name of names) expect(name).not.toMatch(/^(features|record|bandit|croissant)|\.vw$/);
    const manifest = JSON.parse(Buffer.from(unzipSync(bytes)[names.at(-1) ?? ""] ?? []).toString());
    expect(manifest.files).toHaveLength(names.length - 1);
  });

  const sheetsOf = (bytes: Uint8Array) => {
    const { format } = readPeople(bytes, { hasHeader: true });
    return "sheets" in format ? format.sheets.map(({ name }) => name) : [];
  };

  it("has an Excel version, with each table as a sheet of its CSV file's cells", async () => {
    const { bytes, savedAs, head, hasFeatures } = await made("data.xlsx");
    expect([savedAs, hasFeatures]).toEqual([`data-${study.studyId}-${head.seq}.xlsx`, true]);
    const data = await requireStudyRecord(app, study.studyId);
    const names = [...tablesOf(data.settings).map(({ name }) => name), "dictionary"];
    expect(sheetsOf(bytes)).toEqual(names);
    for (const name of ["people", "rounds", "chances", "decisions", "features", "dictionary"]) {
      const csv = dataFile(`${name}.csv`, await requireStudyRecord(app, study.studyId));
      if (csv === undefined) throw new Error(`there is no ${name}`);
      const text = readPeople(await bytesOf(csv.pieces), { hasHeader: true });
      const sheet = readPeople(bytes, { sheet: name, hasHeader: true });
      expect(sheet.columns.map((column) => column.name)).toEqual(text.columns.map((column) => column.name));
      const cells = sheet.rows.map((row) =>
        row.map((cell) => cell?.replace(/^(?:TRUE|FALSE)$/, lower) ?? null),
      );
      expect(cells, name).toEqual(text.rows.map((row) => row.map(shortNumber)));
    }
    expect((await made("data.xlsx")).bytes.equals(bytes)).toBe(true);
  });

  it("has an Excel version without features and without the table of people's cells", async () => {
    const { bytes, hasFeatures } = await made("data-without-features.xlsx");
    expect(hasFeatures).toBe(false);
    expect(sheetsOf(bytes)).toContain("rounds");
    expect(sheetsOf(bytes)).not.toContain("features");
  });

  it("is made as of an earlier entry, with the same bytes", async () => {
    const { bytes, head } = await made("data.zip");
    await openRound(app, { studyId: study.studyId });
    expect((await made("data.zip", head.seq)).bytes.equals(bytes)).toBe(true);
    expect((await made("data.zip")).head.seq).toBeGreaterThan(head.seq);
  });
});

const lower = (word: string) => word.toLowerCase();
/** Rounds a sheet's numbers to the digits that spreadsheets show. */
const shortNumber = (cell: string | null) =>
  cell !== null && /^-?\d+\.\d{15,}$/.test(cell) ? String(Number(Number(cell).toPrecision(15))) : cell;

describe("a zip", () => {
  it("is refused if its files together are too large", async () => {
    const zip = new ZipStream(0, 10);
    await Array.fromAsync(zip.add("a.txt", ["12345"]));
    const { message } = await refused(Array.fromAsync(zip.add("b.txt", ["123456"])), "bad-input");
    expect(message).toContain("Download them one by one.");
  });
});
