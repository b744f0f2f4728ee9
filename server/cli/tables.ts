/**
 * `npm run tables -- RECORD.jsonl FOLDER [--format csv|parquet]`: makes tables of a study's record. The folder gets
 * every table, all decisions for Vowpal Wabbit and the Open Bandit Pipeline, a datasheet, a Croissant description, and
 * last the manifest with sizes and hashes: a folder without one is incomplete. Needs no database and no network.
 */

import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { dataFile, dataFileNames, tableFormats } from "#server/analysis/tables/data-file.ts";
import type { WrittenFile } from "#server/analysis/tables/described.ts";
import { descriptionOf, descriptions } from "#server/analysis/tables/description.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { formatNumber } from "#server/format.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { commandLine } from "./command-line.ts";
import { openRecordFile, RecordFileError } from "./read-record.ts";

const { file, folder, format } = commandLine(
  `npm run tables -- RECORD.jsonl FOLDER [--format ${tableFormats.join("|")}]`,
  { format: { type: "string" } },
  ({ values, positionals: [file, folder, ...more] }) => {
    const format = tableFormats.find((one) => one === values.format);
    return file === undefined || folder === undefined || more.length > 0 || format !== values.format
      ? undefined
      : { file: givenPath(file), folder: givenPath(folder), format };
  },
);
try {
  await makeTables();
} catch (error) {
  const isExpected = error instanceof RecordFileError || error instanceof LogError;
  if (!isExpected && !(error instanceof Error && "syscall" in error)) throw error;
  console.error(error instanceof LogError ? inWords(error) : error.message);
  process.exitCode = 1;
}

async function makeTables(): Promise<void> {
  const data = openRecordFile(file);
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(folder, "manifest.json"))) {
    throw new RecordFileError(`${folder} holds tables already: name another folder, or remove it.`);
  }
  const isWanted = (name: string) =>
    format === undefined || !tableFormats.some((one) => one !== format && name.endsWith(`.${one}`));
  const written: WrittenFile[] = [];
  const write = async (
    name: string,
    pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  ) => {
    const one = await writtenFile(name, pieces);
    written.push(one);
    console.log(`${name}, ${formatNumber(one.bytes)} bytes`);
  };
  for (const name of dataFileNames(data.settings).filter(isWanted)) {
    await write(name, dataFile(name, data)?.pieces ?? []);
  }
  for (const name of descriptions) await write(name, [descriptionOf(name, data, written)]);
}

async function writtenFile(
  name: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const counted = async function* () {
    for await (const piece of pieces) {
      const buffer = Buffer.from(piece);
      hash.update(buffer);
      bytes += buffer.length;
      yield buffer;
    }
  };
  await pipeline(Readable.from(counted()), createWriteStream(join(folder, name)));
  return { name, savedAs: name, bytes, sha256: hash.digest("hex") };
}

/** Describes what is wrong with the record's log. */
function inWords({ code, message }: LogError): string {
  const isNewer = code === "unknown-version" || code === "unknown-type";
  return `${file}: ${message}.${isNewer ? " A newer version of this program wrote it, and can read it." : ""}`;
}
