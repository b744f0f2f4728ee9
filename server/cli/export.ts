/**
 * Writes a study's record: `node server/cli/export.ts STUDY_ID RECORD.jsonl`.
 * It is what a researcher downloads in the browser; docs/log-format.md describes it.
 */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { closeApp, getApp } from "#server/services/app/app.ts";
import { exportRecord } from "#server/services/exports/export-record.ts";

const [studyId, file] = process.argv.slice(2);
if (studyId === undefined || file === undefined) {
  console.log("usage: node server/cli/export.ts STUDY_ID RECORD.jsonl");
  process.exit(2);
}
const app = await getApp();
try {
  const { head, lines } = await exportRecord(app, studyId);
  await pipeline(Readable.from(lines), createWriteStream(file));
  console.log(`${head.seq} entries, head ${head.hash}`);
} finally {
  await closeApp();
}
