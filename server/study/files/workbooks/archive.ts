import { posix } from "node:path";
import { crc32 } from "node:zlib";
import { Inflate } from "fflate";
import * as t from "#messages/fileProblems.ts";
import { refuse } from "../limits.ts";

/** Bytes of all parts of a workbook that are read, unpacked. */
const unpackedLimit = 200_000_000;
/** Bytes unpacked at once are at most 1,032 times as many. */
const pieceSize = 16_384;

type Part = { readonly method: number; readonly crc: number; readonly packed: Uint8Array };

/**
 * The parts of a workbook, which is a zip file. Its names are only compared with the expected ones, never used as paths.
 * Parts are unpacked piece by piece, and counted meanwhile, so that no file needs more memory than its limit.
 */
export class Archive {
  readonly #parts: ReadonlyMap<string, Part>;
  /** Bytes of the parts that are unpacked so far; a part that is read again counts once. */
  readonly #sizes = new Map<string, number>();

  readonly #limit: number;

  /** @throws DomainError "bad-input" if the list of parts is broken */
  constructor(bytes: Uint8Array, limit = unpackedLimit) {
    this.#parts = partsOf(bytes);
    this.#limit = limit;
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /** Unpacks one part. @throws DomainError "bad-input" if it is missing, broken, or larger than the limit */
  *text(name: string): Generator<string> {
    const part = this.#parts.get(name);
    if (part === undefined) broken();
    const decoder = new TextDecoder();
    let crc = 0;
    let size = 0;
    for (const piece of unpack(part)) {
      size += piece.length;
      this.#count(name, size);
      crc = crc32(piece, crc);
      yield decoder.decode(piece, { stream: true });
    }
    if (crc !== part.crc) broken();
    yield decoder.decode();
  }

  #count(name: string, size: number): void {
    this.#sizes.set(name, Math.max(size, this.#sizes.get(name) ?? 0));
    const total = [...this.#sizes.values()].reduce((sum, each) => sum + each, 0);
    if (total > this.#limit) refuse({ message: t.unpacksTooLarge({ limit: this.#limit }) });
  }
}

/** Refuses a workbook that is not whole. */
export function broken(): never {
  refuse({ message: t.brokenWorkbook() });
}

const stored = 0;
const deflated = 8;

function* unpack({ method, packed }: Part): Generator<Uint8Array> {
  if (method === stored) yield packed;
  else if (method !== deflated) broken();
  else {
    const made: Uint8Array[] = [];
    const inflate = new Inflate((piece) => made.push(piece));
    for (let start = 0; start < packed.length; start += pieceSize) {
      const end = start + pieceSize;
      try {
        inflate.push(packed.subarray(start, end), end >= packed.length);
      } catch {
        broken();
      }
      yield* made.splice(0);
    }
  }
}

const endSignature = 0x06054b50;
const endLength = 22;
const entrySignature = 0x02014b50;
const entryLength = 46;
const localSignature = 0x04034b50;
const localLength = 30;
const longestComment = 65_535;

/** Reads the list at the end of a zip file. Files with encrypted parts are refused. */
function partsOf(bytes: Uint8Array): Map<string, Part> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    let end = file.length - endLength;
    const last = end - longestComment;
    while (file.readUInt32LE(end) !== endSignature) {
      end -= 1;
      if (end < last) broken();
    }
    const parts = new Map<string, Part>();
    let at = file.readUInt32LE(end + 16);
    for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
      if (file.readUInt32LE(at) !== entrySignature) broken();
      const nameEnd = at + entryLength + file.readUInt16LE(at + 28);
      const name = file.toString("utf8", at + entryLength, nameEnd);
      if ((file.readUInt16LE(at + 8) & 1) === 1) refuse({ message: t.lockedWorkbook() });
      parts.set(posix.normalize(name), partAt(file, at));
      at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    }
    return parts;
  } catch (error) {
    if (error instanceof RangeError) broken();
    throw error;
  }
}

function partAt(file: Buffer, entry: number): Part {
  const local = file.readUInt32LE(entry + 42);
  if (file.readUInt32LE(local) !== localSignature) broken();
  const start = local + localLength + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + file.readUInt32LE(entry + 20));
  return { method: file.readUInt16LE(entry + 10), crc: file.readUInt32LE(entry + 16), packed };
}
