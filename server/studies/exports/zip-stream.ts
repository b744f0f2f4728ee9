import { createHash } from "node:crypto";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import * as t from "#messages/refusals.ts";
import type { Measure } from "#server/analysis/tables/described.ts";
import { DomainError } from "#server/errors.ts";

/** The format without its extension for large files, which not every program reads, ends at 2^32 bytes. */
const mostBytes = 4_000_000_000;
/** The first moment that a zip can name. */
const firstMoment = Date.UTC(1980, 0, 2);

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Writes files into a zip while they are made, and measures and hashes each. Memory does not grow with them. */
export class ZipStream {
  readonly #at: number;
  readonly #most: number;
  readonly #zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    this.#made.push(piece);
  });
  #made: Uint8Array[] = [];
  #taken = 0;

  /** @param at the time of all files, so that the same files make the same zip */
  constructor(at: number, most = mostBytes) {
    this.#at = Math.max(at, firstMoment);
    this.#most = most;
  }

  /**
   * Adds a file.
   *
   * @param isCompressed whether its bytes are compressed already
   * @returns its size and hash
   * @throws DomainError "bad-input" if all files together are too large
   */
  async *add(name: string, pieces: Pieces, isCompressed = false): AsyncGenerator<Uint8Array, Measure> {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = this.#at;
    this.#zip.add(file);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const piece of pieces) {
      const given = Buffer.from(piece);
      hash.update(given);
      bytes += given.length;
      this.#taken += given.length;
      if (this.#taken > this.#most) throw new DomainError("bad-input", t.zipTooLarge());
      file.push(given);
      yield* this.#take();
    }
    file.push(new Uint8Array(), true);
    yield* this.#take();
    return { bytes, sha256: hash.digest("hex") };
  }

  /** Ends the zip with its list of files. */
  *end(): Generator<Uint8Array> {
    this.#zip.end();
    yield* this.#take();
  }

  #take(): Uint8Array[] {
    const made = this.#made.filter(({ length }) => length > 0);
    this.#made = [];
    return made;
  }
}
