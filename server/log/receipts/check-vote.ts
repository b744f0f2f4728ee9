import { readLine } from "../chain.ts";
import { checkChain } from "../check-chain.ts";
import type { Entry } from "../entries.ts";
import { LogError } from "../errors.ts";
import { entryHash } from "../hash.ts";
import { checkAgainstCheckpoint } from "../notes/check-log.ts";
import { BallotTrace, lost, no, type VoteAnswer, yes } from "./ballot-trace.ts";
import { sameHistory } from "./history.ts";
import type { KeptReceipt } from "./receipt.ts";

/** What an auditor asks of the log about a ballot. */
export const voteQuestions = ["inLog", "unchanged", "history", "counted", "shown"] as const;

export type VoteReport = { readonly [Question in (typeof voteQuestions)[number]]: VoteAnswer };

/**
 * Holds a log against the receipt that a device kept: in the log, unchanged, the same history, counted, and made over what
 * was shown.
 *
 * @param lines the log from its first entry on, without LF
 * @param own other receipts of the same author: what may have replaced this ballot
 * @returns one answer a question; a broken log is an answer, not an exception
 * Cost: O(length of the log).
 */
export function checkVote(
  lines: readonly string[],
  receipt: KeptReceipt,
  own: readonly { readonly seq: number }[] = [],
): VoteReport {
  const trace = traceIn(lines, receipt);
  return {
    inLog: trace.inLog(),
    unchanged: unchanged(lines, receipt, trace),
    history: sameHistory(receipt, trace, () => findingOf(lines, receipt, trace)),
    counted: trace.counted(own),
    shown: trace.shown(),
  };
}

const mayConcern =
  /"type":"(study\.created|log\.restored|round\.(opened|closed|cancelled)|ballot\.(sealed|opened))"/;

function traceIn(lines: readonly string[], receipt: KeptReceipt): BallotTrace {
  const trace = new BallotTrace(receipt);
  lines.forEach((line, index) => {
    if (index + 1 !== receipt.seq && !mayConcern.test(line)) return;
    const entry = readable(line);
    if (entry !== null) trace.take(index + 1, entry, entryHash(line));
  });
  return trace;
}

function readable(line: string): Entry | null {
  try {
    return readLine(line);
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}

function unchanged(lines: readonly string[], { seq, hash }: KeptReceipt, { part }: BallotTrace): VoteAnswer {
  const { isWhole, firstBad } = checkChain(lines, part === null ? [{ seq, hash }] : []);
  if (isWhole && part !== null) return lost("Each entry that is left fits the one before it.");
  if (isWhole) return yes("Each entry fits the one before it, up to yours and after it.");
  return no(`The log does not fit together at line ${firstBad?.line}: something up to there was changed.`);
}

function findingOf(lines: readonly string[], { proof }: KeptReceipt, { lost: { origins } }: BallotTrace) {
  const [first = ""] = lines;
  const created = readable(first);
  if (created?.type !== "study.created" || proof === null) return null;
  const { checkpoints } = created.body;
  // Signed under the name that held then.
  const origin = origins.find((one) => proof.note.startsWith(`${one}\n`)) ?? checkpoints.origin;
  return checkAgainstCheckpoint(lines.map(entryHash), proof.note, { ...checkpoints, origin });
}
