import { orderVerdicts } from "../ballots.ts";
import type { Entry, EntryBody } from "../entries.ts";
import { entryHash } from "../hash.ts";
import { type LostPart, LostParts } from "./lost.ts";
import { type KeptReceipt, receiptLine } from "./receipt.ts";

export type VoteAnswer = {
  /**
   * Open: nothing is wrong, but the question is not settled yet, or never will be. Lost: it was so, in a part of the
   * history that the log declares lost.
   */
  readonly answer: "yes" | "no" | "open" | "lost";
  readonly why: string;
};

/** Gathers what a log says about one ballot, entry by entry. */
export class BallotTrace {
  readonly #receipt: KeptReceipt;
  /** Hash of the entry that the author's own ballot produces, whatever hash the server named. */
  readonly #ownHash: string;
  /** Hash of the entry at the receipt's place. */
  #hash: string | null = null;
  #openingHash: string | null = null;
  /** Later ballots of the same seat and round. */
  readonly #later: number[] = [];
  /** The parts that the log declares lost. */
  readonly lost = new LostParts();
  #opened: EntryBody<"ballot.opened"> | null = null;
  #end: "closed" | "cancelled" | null = null;

  constructor(receipt: KeptReceipt) {
    this.#receipt = receipt;
    this.#ownHash = entryHash(receiptLine(receipt));
  }

  /** @param seq the entry's actual place, whatever the entry itself claims */
  take(seq: number, entry: Entry, hash: string): void {
    const { round, seat, seq: own } = this.#receipt;
    if (seq === own) this.#hash = hash;
    this.lost.take(entry);
    if (!("round" in entry.body) || entry.body.round !== round) return;
    if (entry.type === "round.opened") this.#openingHash = hash;
    if (entry.type === "round.closed") this.#end = "closed";
    if (entry.type === "round.cancelled") this.#end = "cancelled";
    if (entry.type === "ballot.sealed" && entry.body.seat === seat && seq > own) this.#later.push(seq);
    if (entry.type === "ballot.opened" && entry.body.seat === seat) this.#opened = entry.body;
  }

  /** The lost part that contained this ballot; null if the ballot is in the log, or no lost part covers it. */
  get part(): LostPart | null {
    const { seq } = this.#receipt;
    return this.#hash === this.#ownHash ? null : this.lost.of(seq);
  }

  inLog(): VoteAnswer {
    const { seq } = this.#receipt;
    if (this.#hash === this.#ownHash)
      return yes(`Your ballot is entry ${seq} of the log, as your receipt says.`);
    const { part } = this;
    if (part !== null) {
      return lost(
        `Your ballot stood in a part of the record that was lost: entries ${part.seq} to ${part.lostSeq} were, as entry ${part.seq} says, and the log goes on from there under another name, ${part.after}.`,
      );
    }
    return this.#hash === null
      ? no(`The log has no entry ${seq} that can be read, where your receipt says that your ballot is.`)
      : no(`Entry ${seq} of the log is another one than your receipt says.`);
  }

  /** @param own other ballots of the same author, which may have replaced this one */
  counted(own: readonly { readonly seq: number }[]): VoteAnswer {
    if (this.part !== null) {
      return lost("What was lost counts nowhere. If its round is open again, judge and seal once more.");
    }
    const foreign = this.#later.find((seq) => !own.some((one) => one.seq === seq));
    if (foreign !== undefined) {
      return no(
        `Entry ${foreign} is a later ballot of your seat, of which no receipt is here. If you did not seal it elsewhere, another person did.`,
      );
    }
    if (this.#later.length > 0)
      return openAnswer("You sealed again later: that ballot counts in place of this one.");
    if (this.#end === null) return openAnswer("The round is still open: it counts when the round closes.");
    if (this.#end === "cancelled")
      return openAnswer("The round was cancelled: none of its ballots was opened.");
    const opened = this.#opened;
    if (opened === null) return no("The round was closed without opening your ballot.");
    return this.#isMine(opened)
      ? yes("The close opened this ballot, and it says what you sealed.")
      : no("The close opened another ballot for your seat than you sealed.");
  }

  shown(): VoteAnswer {
    const { opening, shown } = this.#receipt;
    if (this.#openingHash !== opening && this.part !== null) {
      return lost("The opening of this round, as your page showed it, was lost as well.");
    }
    if (this.#openingHash !== opening) {
      return no(
        "The log opened this round otherwise than this device was told: with other people, chances or settings.",
      );
    }
    // a lost ballot is never opened, although its round may go on after a restore
    const isNeverOpened = this.part !== null && this.#opened === null;
    if (this.#end !== "closed" || this.#later.length > 0 || isNeverOpened) {
      return openAnswer(
        "The people and chances are those of your page; what their cards said is in the log once this ballot was opened.",
      );
    }
    return this.#opened?.shown === shown
      ? yes("The people, chances and cards are those that your page showed.")
      : no("The log says that you were shown something else than your page showed.");
  }

  #isMine(opened: EntryBody<"ballot.opened">): boolean {
    const { version, salt, nonce, verdicts } = this.#receipt;
    const isSame = opened.version === version && opened.salt === salt && opened.nonce === nonce;
    return isSame && JSON.stringify(opened.verdicts) === JSON.stringify(orderVerdicts(verdicts));
  }
}

export const yes = (why: string): VoteAnswer => ({ answer: "yes", why });
export const no = (why: string): VoteAnswer => ({ answer: "no", why });
export const lost = (why: string): VoteAnswer => ({ answer: "lost", why });
export const openAnswer = (why: string): VoteAnswer => ({ answer: "open", why });
