/**
 * `npm run verify -- FILE [--checkpoint NOTE]... [--receipt FILE]... [--beacon CHAIN]... [--witness KEY]...
 * [--budget OPERATIONS]`: verifies a study from its
 * downloaded record, or from its log alone, against saved checkpoints and receipts. Needs no database and no network.
 * Exits with 0 if the log is valid, 1 if it is not, 2 if it cannot be checked, 3 if it is valid in part, 4 if
 * it is valid but relies on a beacon or a witness that the server chose.
 */

import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { formatNumber } from "#server/format.ts";
import { givenPath } from "#server/platform/process/given-path.ts";
import { defaultBudget } from "#server/verifier/budget.ts";
import { forecast } from "#server/verifier/forecast.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { exitCodes } from "#server/verifier/report.ts";
import { trustedIn } from "#server/verifier/trust.ts";
import { forecastWords, reportWords } from "#server/verifier/words.ts";
import { commandLine } from "./command-line.ts";
import { piecesOf } from "./pieces.ts";
import { verifyFile } from "./verify-in-threads.ts";

const usage =
  "npm run verify -- FILE.jsonl [--checkpoint NOTE]... [--receipt FILE]... [--beacon CHAIN]... [--witness KEY]... [--budget OPERATIONS]";
const many = { type: "string", multiple: true } as const;
const options = {
  ...{ checkpoint: many, receipt: many, beacon: many, witness: many },
  budget: { type: "string" },
} as const;
// The threads of verify-in-threads.ts run the downloadable verifier too, which is one file.
if (isMainThread) verifyGiven();

function verifyGiven(): void {
  const given = commandLine(
    usage,
    options,
    ({ values, positionals: [file, ...more] }) => {
      const { checkpoint: notes = [], receipt: kept = [], beacon = [], witness = [] } = values;
      const budget = Number(values.budget ?? defaultBudget);
      const trusted = trustedIn(beacon, witness);
      return file === undefined || more.length > 0 || !(budget >= 0) || trusted === null
        ? undefined
        : { file: givenPath(file), notes, kept, trusted, budget };
    },
    exitCodes["cannot-check"],
  );
  const { file, notes, kept, trusted, budget } = given;
  try {
    const checkpoints = notes.map((note) => readFileSync(givenPath(note), "utf8"));
    const receipts = kept.map((name) => ({ name, text: readFileSync(givenPath(name), "utf8") }));
    const expected = forecast(linesIn(piecesOf(file)));
    if (expected !== null) console.log(forecastWords(expected, budget));
    const report = verifyFile(file, { checkpoints, receipts, trusted, budget }, progress());
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    console.log(reportWords(report).join("\n"));
    process.exitCode = exitCodes[report.answer];
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    console.error(`A file cannot be read: ${error.message}`);
    process.exitCode = exitCodes["cannot-check"];
  }
}

/** Prints progress on a terminal, ten times a second at most. */
function progress(): (seq: number) => void {
  let next = 0;
  return (seq) => {
    if (!process.stderr.isTTY || Date.now() < next) return;
    next = Date.now() + 100;
    process.stderr.write(`\rentry ${formatNumber(seq)}`);
  };
}
