/** Replays a record with the independent implementation: `npm run replay -- RECORD.jsonl` */

import { readFileSync } from "node:fs";
import { replayRecord } from "./record.ts";
import type { Report } from "./report.ts";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: npm run replay -- RECORD.jsonl");
  process.exitCode = 2;
} else {
  try {
    tell(file);
  } catch (error) {
    console.log(`The log does not hold: the file cannot be read as UTF-8 text (${String(error)}).`);
    process.exitCode = 1;
  }
}

function tell(record: string): void {
  const report = replayRecord(textOf(record));
  console.log(tableOf(report));
  for (const { seq, what, expected, found } of report.problems) {
    console.log(`entry ${seq}: ${what}\n  expected ${expected}\n  found    ${found}`);
  }
  console.log(closingOf(report));
  process.exitCode = report.ok ? 0 : 1;
}

/** UTF-8 to the letter: a wrong byte or a byte order mark is not smoothed over. */
function textOf(file: string): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
}

function tableOf(report: Report): string {
  const lines = report.rounds.map(({ round, t, largestChanceDifference, drawAtBoundary }) =>
    row([
      String(round),
      String(t),
      largestChanceDifference === null ? "not known" : largestChanceDifference.toExponential(1),
      drawAtBoundary ? "at a boundary" : "",
    ]),
  );
  return [row(["round", "t", "chances differ by", "draw"]), ...lines].join("\n");
}

function row([round = "", t = "", difference = "", draw = ""]: string[]): string {
  return `${round.padStart(5)}  ${t.padStart(5)}  ${difference.padStart(18)}  ${draw}`.trimEnd();
}

function closingOf(report: Report): string {
  const { ok, problems, rounds, chanceCount, largestChanceDifference } = report;
  const difference = largestChanceDifference.toExponential(1);
  const counted = `${rounds.length} rounds and ${chanceCount} chances recomputed, at most ${difference} apart.`;
  const words = [counted, ...leftOut(report)].join(" ");
  return ok
    ? `The log holds: ${words}`
    : `The log does not hold: ${problems.length} problem${problems.length === 1 ? "" : "s"}. ${words}`;
}

/** What a reader should know beside the sums: moments that somebody chose, and why not every chance was recomputed. */
function leftOut(report: Report): string[] {
  const { erasedRounds, uncertainRounds, closedOtherwise, closedByHand, resumed, untimedBallots } = report;
  const sentences = [];
  for (const { seq, unknownPeople } of resumed) {
    sentences.push(
      unknownPeople === null
        ? `From entry ${seq} on it rests on the state that the log held then.`
        : `From entry ${seq} on it rests on the state that the log held then: each total fits the charges in the log, whichever rules accepted ${unknownPeople} erased.`,
    );
  }
  if (report.lostEntries > 0) {
    sentences.push(
      `${report.lostEntries} entries were lost before a backup was put back, and ${report.skippedLinks} links of theirs are skipped.`,
    );
  }
  if (closedOtherwise.length > 0) {
    sentences.push(`${closedOtherwise.length} closed other than announced (${closedOtherwise.join(", ")}).`);
  }
  if (closedByHand.length > 0) {
    sentences.push(
      `${closedByHand.length} closed by hand before all had sealed, as announced: the moment was chosen.`,
    );
  }
  if (untimedBallots > 0) {
    sentences.push(`${untimedBallots} ballots at a time that says nothing of their deadline.`);
  }
  if (erasedRounds.length > 0) {
    sentences.push(
      `${erasedRounds.length} not in full, because of erasures: there only what follows from the log alone was checked.`,
    );
  }
  if (uncertainRounds.length > 0) {
    sentences.push(
      `${uncertainRounds.length} not in full, because two remembered verdicts are too alike to tell which of them left.`,
    );
  }
  return sentences;
}
