/**
 * Writes a study's files: `node server/cli/export.ts STUDY_ID LOG.jsonl FEATURES.jsonl [TOTALS.jsonl]`, the last of them
 * for a study in which somebody was erased.
 * They are what a researcher downloads in the browser; docs/log-format.md describes them.
 */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { closeApp, getApp } from "#server/services/app/app.ts";
import { exportFeatures, exportLog, exportTotals, logHead } from "#server/services/exports/export-log.ts";

const [studyId, logFile, featuresFile, totalsFile] = process.argv.slice(2);
if (studyId === undefined || logFile === undefined || featuresFile === undefined) {
  console.log("usage: node server/cli/export.ts STUDY_ID LOG.jsonl FEATURES.jsonl [TOTALS.jsonl]");
  process.exit(2);
}
const app = await getApp();
try {
  const { seq, hash } = await logHead(app, studyId);
  await pipeline(Readable.from(exportLog(app, studyId, seq)), createWriteStream(logFile));
  await pipeline(Readable.from(exportFeatures(app, studyId, seq)), createWriteStream(featuresFile));
  if (totalsFile !== undefined) {
    await pipeline(Readable.from(exportTotals(app, studyId)), createWriteStream(totalsFile));
  }
  console.log(`${seq} entries, head ${hash}`);
} finally {
  await closeApp();
}
