import { orderVerdicts } from "./ballots.ts";
import { readLine } from "./chain.ts";
import { checkChain } from "./check-chain.ts";
import type { Entry, EntryBody } from "./entries.ts";
import { LogError } from "./errors.ts";
import { entryHash } from "./hash.ts";
import type { KeptReceipt } from "./receipts.ts";

/** What an auditor asks of the log about a ballot. */
export const voteQuestions = ["inLog", "unchanged", "counted", "shown"] as const;

export type VoteAnswer = {
  /** Open: nothing is wrong, and the round has not ended, or ended without opening this ballot. */
  readonly answer: "yes" | "no" | "open";
  readonly why: string;
};

export type VoteReport = { readonly [Question in (typeof voteQuestions)[number]]: VoteAnswer };

/**
 * Holds a log against the receipt that a device kept: in the log, unchanged, counted, and made over what was shown.
 *
 * @param lines the log from its first entry on, without LF
 * @param own hashes of other receipts of the same author, by entry: what may have replaced this ballot
 * @returns one answer a question; a broken log is an answer, not an exception
 * Cost: O(length of the log).
 */
export function checkVote(
  lines: readonly string[],
  receipt: KeptReceipt,
  own: readonly { readonly seq: number }[] = [],
): VoteReport {
  const seen = lookThrough(lines, receipt);
  return {
    inLog: inLog(seen, receipt),
    unchanged: unchanged(lines, receipt),
    counted: counted(seen, receipt, own),
    shown: shown(seen, receipt),
  };
}

type Seen = {
  /** The line at the receipt's place. */
  entry: { readonly entry: Entry; readonly hash: string } | null;
  openingHash: string | null;
  /** Of the same seat and round, later than this ballot. */
  later: number[];
  opened: EntryBody<"ballot.opened"> | null;
  end: "closed" | "cancelled" | null;
};

function lookThrough(lines: readonly string[], receipt: KeptReceipt): Seen {
  const seen: Seen = { entry: null, openingHash: null, later: [], opened: null, end: null };
  lines.forEach((line, index) => {
    const isHere = index + 1 === receipt.seq;
    if (!isHere && !mayConcern.test(line)) return;
    const entry = readable(line);
    if (entry === null) return;
    if (isHere) seen.entry = { entry, hash: entryHash(line) };
    look(seen, entry, line, receipt);
  });
  return seen;
}

const mayConcern = /"type":"(round\.(opened|closed|cancelled)|ballot\.(sealed|opened))"/;

function look(seen: Seen, entry: Entry, line: string, { round, seat, seq }: KeptReceipt): void {
  if (!("round" in entry.body) || entry.body.round !== round) return;
  if (entry.type === "round.opened") seen.openingHash = entryHash(line);
  if (entry.type === "round.closed") seen.end = "closed";
  if (entry.type === "round.cancelled") seen.end = "cancelled";
  if (entry.type === "ballot.sealed" && entry.body.seat === seat && entry.seq > seq)
    seen.later.push(entry.seq);
  if (entry.type === "ballot.opened" && entry.body.seat === seat) seen.opened = entry.body;
}

function readable(line: string): Entry | null {
  try {
    return readLine(line);
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}

function inLog({ entry }: Seen, { seq, hash }: KeptReceipt): VoteAnswer {
  if (entry?.hash === hash) return yes(`Your ballot is entry ${seq} of the log, as your receipt says.`);
  return entry === null
    ? no(`The log has no entry ${seq} that can be read, where your receipt says that your ballot is.`)
    : no(`Entry ${seq} of the log is another one than your receipt says.`);
}

function unchanged(lines: readonly string[], { seq, hash }: KeptReceipt): VoteAnswer {
  const { isWhole, firstBad } = checkChain(lines, [{ seq, hash }]);
  if (isWhole) return yes("Each entry fits the one before it, up to yours and after it.");
  return no(`The log does not fit together at line ${firstBad?.line}: something up to there was changed.`);
}

function counted(seen: Seen, receipt: KeptReceipt, own: readonly { readonly seq: number }[]): VoteAnswer {
  const { later, opened, end } = seen;
  const foreign = later.find((seq) => !own.some((one) => one.seq === seq));
  if (foreign !== undefined) {
    return no(
      `Entry ${foreign} is a later ballot of your seat that this device did not seal. If you did not seal it elsewhere, somebody did it for you.`,
    );
  }
  if (later.length > 0) return open("You sealed again later: that ballot counts in place of this one.");
  if (end === null) return open("The round is still open: it counts when the round closes.");
  if (end === "cancelled") return open("The round was cancelled: none of its ballots was opened.");
  const { version, salt, nonce, verdicts } = receipt;
  const isMine = opened?.version === version && opened.salt === salt && opened.nonce === nonce;
  if (isMine && JSON.stringify(opened.verdicts) === JSON.stringify(orderVerdicts(verdicts))) {
    return yes("The close opened this ballot, and it says what you sealed.");
  }
  return no(
    opened === null
      ? "The round was closed without opening your ballot."
      : "The close opened another ballot for your seat than you sealed.",
  );
}

function shown({ openingHash, opened, end, later }: Seen, receipt: KeptReceipt): VoteAnswer {
  if (openingHash !== receipt.opening) {
    return no(
      "The log opened this round otherwise than this device was told: with other people, chances or settings.",
    );
  }
  if (end !== "closed" || later.length > 0) {
    return open(
      "The people and chances are those of your page; what their cards said is in the log once this ballot was opened.",
    );
  }
  if (opened?.shown === receipt.shown) {
    return yes("The people, chances and cards are those that your page showed.");
  }
  return no("The log says that you were shown something else than your page showed.");
}

const yes = (why: string): VoteAnswer => ({ answer: "yes", why });
const no = (why: string): VoteAnswer => ({ answer: "no", why });
const open = (why: string): VoteAnswer => ({ answer: "open", why });
