import { orderVerdicts } from "../ballots.ts";
import type { Entry, EntryBody } from "../entries.ts";
import { entryHash } from "../hash.ts";
import { type LostPart, LostParts } from "./lost.ts";
import { type KeptReceipt, receiptLine } from "./receipt.ts";

export type VoteAnswer = {
  /**
   * "open": no problem was found, but the question cannot be answered, yet or ever. "lost": the answer concerns a part of
   * the history that the log declares lost.
   */
  readonly answer: "yes" | "no" | "open" | "lost";
  readonly why: VoteReason;
};

/** The reason for an answer. */
export type VoteReason = {
  readonly kind:
    | "inLog"
    | "partLost"
    | "noEntry"
    | "otherEntry"
    | "countsNowhere"
    | "foreignBallot"
    | "sealedAgain"
    | "roundOpen"
    | "roundCancelled"
    | "notOpened"
    | "opened"
    | "otherOpened"
    | "openingLost"
    | "otherOpening"
    | "fieldsUnknown"
    | "shownSame"
    | "shownOther"
    | "unsignedLost"
    | "unsigned"
    | "noSigners"
    | "noCheckpoint"
    | "signedLost"
    | "truncated"
    | "otherHistory"
    | "sameHistory"
    | "fitsLeft"
    | "fits"
    | "broken"
    | "readOnlyTo";
  /** An entry, or a line of the log. */
  readonly seq?: number;
  /** The last lost entry. */
  readonly last?: number;
  /** How many entries the server signed for. */
  readonly size?: number;
  /** How many entries there are, or witnesses that signed too. */
  readonly count?: number;
  /** The name of the log after a restore, or what is wrong with a checkpoint. */
  readonly text?: string;
};

/** Collects a log's entries about one ballot, entry by entry. */
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
    if (this.#hash === this.#ownHash) return yes("inLog", { seq });
    const { part } = this;
    if (part !== null) {
      return lost("partLost", { seq: part.seq, last: part.lostSeq, text: part.after });
    }
    return this.#hash === null ? no("noEntry", { seq }) : no("otherEntry", { seq });
  }

  /** @param own other ballots of the same author, which may have replaced this one */
  counted(own: readonly { readonly seq: number }[]): VoteAnswer {
    if (this.part !== null) {
      return lost("countsNowhere");
    }
    const foreign = this.#later.find((seq) => !own.some((one) => one.seq === seq));
    if (foreign !== undefined) {
      return no("foreignBallot", { seq: foreign });
    }
    if (this.#later.length > 0) return openAnswer("sealedAgain");
    if (this.#end === null) return openAnswer("roundOpen");
    if (this.#end === "cancelled") return openAnswer("roundCancelled");
    const opened = this.#opened;
    if (opened === null) return no("notOpened");
    return this.#isMine(opened) ? yes("opened") : no("otherOpened");
  }

  shown(): VoteAnswer {
    const { opening, shown } = this.#receipt;
    if (this.#openingHash !== opening && this.part !== null) {
      return lost("openingLost");
    }
    if (this.#openingHash !== opening) {
      return no("otherOpening");
    }
    // A lost ballot is never opened, although its round may continue after a restore.
    const isNeverOpened = this.part !== null && this.#opened === null;
    if (this.#end !== "closed" || this.#later.length > 0 || isNeverOpened) {
      return openAnswer("fieldsUnknown");
    }
    return this.#opened?.shown === shown ? yes("shownSame") : no("shownOther");
  }

  #isMine(opened: EntryBody<"ballot.opened">): boolean {
    const { version, salt, nonce, verdicts, votes } = this.#receipt;
    const isSame = opened.version === version && opened.salt === salt && opened.nonce === nonce;
    const said = [orderVerdicts(verdicts), votes ?? null];
    return isSame && JSON.stringify([opened.verdicts, opened.votes ?? null]) === JSON.stringify(said);
  }
}

type Values = Omit<VoteReason, "kind">;

const answerAs =
  (answer: VoteAnswer["answer"]) =>
  (kind: VoteReason["kind"], values: Values = {}): VoteAnswer => ({ answer, why: { kind, ...values } });

export const yes = answerAs("yes");
export const no = answerAs("no");
export const lost = answerAs("lost");
export const openAnswer = answerAs("open");
