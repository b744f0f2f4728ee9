import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { WrittenFile } from "#server/analysis/tables/described.ts";
import { exportData } from "#server/studies/exports/export-data.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { expectJoins, readCroissant } from "#tests/http/files/described.ts";
import { listedStudy } from "#tests/setup/listed-study.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-tables-"));
const record = join(folder, "record.jsonl");
const tables = join(folder, "tables");
const app = await sqliteApp();

// the record begins with a list of rules
const study = await listedStudy(app);
const { studyId } = study;
await playRound(app, study, [() => true, () => true, () => false]);
const { lines } = await exportRecord(app, studyId);
writeFileSync(record, (await Array.fromAsync(lines)).join(""));
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, ["server/cli/tables.ts", ...args], { encoding: "utf8" });
const text = (name: string) => readFileSync(join(tables, name), "utf8");

it("makes the same files from a record as the server, and a manifest of all of them", async () => {
  const { status, stderr } = run(record, tables);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const manifest = JSON.parse(text("manifest.json"));
  expect(manifest.study).toBe(studyId);
  const files: WrittenFile[] = manifest.files;
  expect(files.map(({ name }) => name).sort()).toEqual(
    readdirSync(tables)
      .filter((name) => name !== "manifest.json")
      .sort(),
  );
  for (const { name, bytes, sha256 } of files) {
    const found = readFileSync(join(tables, name));
    expect({ bytes: found.length, sha256: createHash("sha256").update(found).digest("hex") }, name).toEqual({
      bytes,
      sha256,
    });
    const ofServer = await exportData(app, studyId, name);
    if (ofServer === undefined) continue;
    const pieces = (await Array.fromAsync(ofServer.pieces)).map((piece) => Buffer.from(piece));
    const ofRecord = found.toString("latin1");
    // A description names its files; the server's names include the entry they are as of.
    const isDescription = name === "croissant.json";
    const given = Buffer.concat(pieces).toString("latin1");
    const mark = `-${studyId}-${ofServer.head.seq}.`;
    expect(given.includes(mark), name).toBe(isDescription);
    expect(ofRecord === given.replaceAll(mark, "."), name).toBe(true);
  }
});

it("describes the tables for programs and for people", () => {
  const croissant = JSON.parse(text("croissant.json"));
  readCroissant(text("croissant.json"));
  expectJoins(text("croissant.json"), tables);
  const ids = new Set(croissant.distribution.map((file: { "@id": string }) => file["@id"]));
  expect(ids.size).toBe(30);
  const chances = croissant.recordSet.find((set: { name: string }) => set.name === "chances");
  expect(chances.field[4]).toMatchObject({
    "@id": "chances/chance",
    dataType: "sc:Float",
    source: { fileObject: { "@id": "chances.csv" }, extract: { column: "chance" } },
  });
  for (const { field } of croissant.recordSet) {
    for (const { source } of field) expect(ids).toContain(source.fileObject["@id"]);
  }
  const decisions = text("decisions.csv").trimEnd().split("\r\n").slice(1);
  const notSelected = decisions.filter((line) => line.split(",")[6] === "not_selected").length;
  expect(text("datasheet.md")).toContain(`Of the ${notSelected} others it will never be known`);
  expect(text("datasheet.md")).toContain("1 rounds: 1 closed, 0 cancelled, 0 open");
});

it("refuses an incomplete record, and leaves no manifest", () => {
  const cut = join(folder, "cut.jsonl");
  const lines = readFileSync(record, "utf8").trimEnd().split("\n");
  writeFileSync(cut, `${lines.slice(0, -1).join("\n")}\n`);
  const { status, stderr } = run(cut, join(folder, "none"));
  expect(status).toBe(1);
  expect(stderr).toContain("is no whole record: manifest: expected the last line: this file is incomplete");
  expect(existsSync(join(folder, "none"))).toBe(false);
});

it("refuses a record whose parts do not match its manifest", () => {
  const altered = join(folder, "altered.jsonl");
  writeFileSync(altered, readFileSync(record, "utf8").replace('"digestKey":"', '"digestKey":"0'));
  const { status, stderr } = run(altered, join(folder, "none"));
  expect(status).toBe(1);
  expect(stderr).toContain("is no whole record");
});

it("refuses a record whose list of rules does not match its log", () => {
  const other = join(folder, "other-rules.jsonl");
  writeFileSync(other, readFileSync(record, "utf8").replace("\\n0\\n", "\\n1\\n"));
  const { status, stderr } = run(other, join(folder, "none"));
  expect(status).toBe(1);
  expect(stderr).toContain("is no whole record: manifest: rulesHash");
});

it("refuses a log of another format version, and names that version", () => {
  const other = join(folder, "of-version-2.jsonl");
  writeFileSync(other, readFileSync(record, "utf8").replaceAll('"v":1}\n', '"v":2}\n'));
  const made = join(folder, "tables-of-version-2");
  const { status, stderr } = run(other, made);
  expect([status, stderr.trim()]).toEqual([
    1,
    `${other}: format 2 is not supported, expected format 1. A newer version of this program wrote it, and can read it.`,
  ]);
  expect(existsSync(made)).toBe(false);
});

it("keeps an existing folder with tables unchanged, and explains wrong arguments", () => {
  const again = run(record, tables);
  expect(again.status).toBe(1);
  expect(again.stderr).toContain("holds tables already");
  const missing = run(join(folder, "nothing.jsonl"), join(folder, "none"));
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain("no such file");
  for (const args of [[], [record], [record, tables, "--format", "xls"], [record, tables, "--all"]]) {
    const { status, stderr } = run(...args);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "usage: npm run tables -- RECORD.jsonl FOLDER [--format csv|parquet]\n",
    });
  }
});

it("makes one format only", () => {
  const one = join(folder, "csv alone");
  expect(run(record, one, "--format", "csv").status).toBe(0);
  expect(readdirSync(one).filter((name) => name.endsWith(".parquet"))).toEqual([]);
  expect(readdirSync(one)).toContain("verdicts.csv");
});
