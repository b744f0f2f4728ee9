/**
 * Replays a record with the independent implementation:
 * `npm run replay -- RECORD.jsonl [--beacon CHAIN]... [--witness KEY]...`. Exit codes: 0 the log is correct; 1 it is not; 2 wrong
 * usage; 3 it is correct as far as it could be checked; 4 it is correct, relying on a beacon or a witness that only the log names.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { replayRecord } from "./record.ts";
import type { Report } from "./report.ts";
import type { Trusted } from "./study.ts";

const many = { type: "string", multiple: true, default: [] as string[] } as const;
const { values, positionals } = parseArgs({
  options: { beacon: many, witness: many },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) {
  console.error("usage: npm run replay -- RECORD.jsonl [--beacon CHAIN]... [--witness KEY]...");
  process.exitCode = 2;
} else {
  try {
    tell(file, { beacons: values.beacon, witnesses: values.witness });
  } catch (error) {
    console.log(`The log is not correct: the file cannot be read as UTF-8 text (${String(error)}).`);
    process.exitCode = 1;
  }
}

function tell(record: string, trusted: Trusted): void {
  const report = replayRecord(textOf(record), trusted);
  console.log(tableOf(report));
  for (const { seq, what, expected, found } of report.problems) {
    console.log(`entry ${seq}: ${what}\n  expected ${expected}\n  found    ${found}`);
  }
  console.log(closingOf(report));
  process.exitCode = exitCodeOf(report);
}

/** Decodes strict UTF-8: an invalid byte or a byte order mark is an error. */
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
  const words = [counted, ...leftOut(report), ...reliedOn(report)].join(" ");
  const answers: Record<number, string> = {
    0: "The log is correct",
    3: "Nothing differs, but not everything is proven",
    4: "The log is correct, relying on a beacon or a witness that this server chose",
  };
  return ok
    ? `${answers[exitCodeOf(report)]}: ${words}`
    : `The log is not correct: ${problems.length} problem${problems.length === 1 ? "" : "s"}. ${words}`;
}

function exitCodeOf(report: Report): number {
  if (!report.ok) return 1;
  if (leftOut(report).length > 0) return 3;
  return reliedOn(report).length > 0 ? 4 : 0;
}

/** Lists a beacon and witnesses that only the log names. */
function reliedOn({ ownBeacon, ownWitnesses }: Report): string[] {
  return [
    ...(ownBeacon === null
      ? []
      : [`${ownBeacon.rounds.length} draws use the beacon that this server chose (${ownBeacon.chain}).`]),
    ...ownWitnesses.map((witness) => `This server chose the witness ${witness}.`),
  ];
}

/** Lists why a log could be checked only in part. */
function leftOut(report: Report): string[] {
  const { erasedRounds, uncertainRounds, closedOtherwise, closedByHand, resumed, untimedBallots } = report;
  const { unprovenBallots, confirmedBallots, restedOnNothing, unseenDraws, lateDraws } = report;
  const sentences = [];
  for (const { seq, unknownPeople } of resumed) {
    sentences.push(
      unknownPeople === null
        ? `From entry ${seq} on it rests on the state that the log held then.`
        : `From entry ${seq} on it rests on the state that the log held then: each total fits the charges in the log, whichever rules accepted ${unknownPeople} erased.`,
    );
  }
  for (const { seq, lostEntries, skippedLinks, drawnAgain } of report.restores) {
    const again = drawnAgain.map((round) => ` Round ${round} may be drawn a second time.`).join("");
    sentences.push(
      `Entry ${seq} restored a backup: ${lostEntries} entries were lost, and ${skippedLinks} links are skipped.${again}`,
    );
  }
  if (report.cancelled.length > 0) {
    const ballots = report.cancelled.reduce((sum, round) => sum + round.ballots, 0);
    const reopened = report.cancelled.filter(({ isReopened }) => isReopened).length;
    sentences.push(
      `${report.cancelled.length} rounds were cancelled, with ${ballots} sealed ballots; people of ${reopened} of them were opened again.`,
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
  const counts: [number, string][] = [
    [unprovenBallots, "counted ballots are signed with a key that only the server vouches for"],
    [confirmedBallots, "counted ballots are signed by a new device that another auditor confirmed"],
    [restedOnNothing.length, "draws could be known to the server in advance"],
    [unseenDraws.length, "draws use a public number that no witness saw named"],
    [lateDraws.length, "draws use a public number that was out before a witness saw it named"],
  ];
  for (const [count, words] of counts) if (count > 0) sentences.push(`${count} ${words}.`);
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
