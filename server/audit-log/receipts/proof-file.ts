import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64, toBase64 } from "../checkpoints/base64.ts";
import { LogError } from "../errors.ts";

/** A C2SP tlog-proof that a leaf is in a log. It can be verified offline, without the log. */
export type ProofFile = {
  /** The data needed to build the leaf; the file itself proves none of it. */
  readonly extra: string;
  /** From 0. */
  readonly index: number;
  /** From the leaf's sibling up, hex. */
  readonly hashes: readonly string[];
  /** The signed checkpoint. */
  readonly note: string;
};

const firstLine = "c2sp.org/tlog-proof@v1";
/** An entry of a tree of 2^53 leaves has at most this many siblings. */
const maxHashes = 53;
const longest = 1_000_000;

export function proofText({ extra, index, hashes, note }: ProofFile): string {
  const lines = [firstLine, `extra ${toBase64(utf8ToBytes(extra))}`, `index ${index}`];
  return `${[...lines, ...hashes.map((hash) => toBase64(hexToBytes(hash)))].join("\n")}\n\n${note}`;
}

/** Checks whether a text claims to be a tlog-proof. */
export function isProofFile(text: string): boolean {
  return text.startsWith(`${firstLine}\n`);
}

/** @throws LogError "receipt-shape", "base64" for a text that {@link proofText} could not have written */
export function parseProofFile(text: string): ProofFile {
  const end = text.indexOf("\n\n");
  // Stryker disable next-line EqualityOperator: a text that begins with an empty line does not begin as a proof does
  if (!isProofFile(text) || end < 0 || text.length > longest)
    throw broken("it is not in the form of a tlog-proof");
  const [extra = "", index = "", ...hashes] = text.slice(firstLine.length + 1, end).split("\n");
  if (hashes.length > maxHashes) throw broken("its proof is too long");
  return {
    extra: textIn(fromBase64(after("extra ", extra))),
    index: indexIn(after("index ", index)),
    hashes: hashes.map(hashIn),
    note: text.slice(end + 2),
  };
}

function after(word: string, line: string): string {
  if (!line.startsWith(word)) throw broken(`a line with ${word.trim()} is missing`);
  return line.slice(word.length);
}

function indexIn(text: string): number {
  const index = Number(text);
  if (/^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(index)) return index;
  throw broken("its index is not a number of an entry");
}

function hashIn(line: string): string {
  const bytes = fromBase64(line);
  if (bytes.length === 32) return bytesToHex(bytes);
  throw broken("a line of its proof is not a hash");
}

function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new LogError("receipt-shape", "not a receipt: its extra data are not text", { cause });
  }
}

function broken(why: string): LogError {
  return new LogError("receipt-shape", `not a receipt: ${why}`);
}
