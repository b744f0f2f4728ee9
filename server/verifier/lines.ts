const LF = 0x0a;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Yields the lines of a file that is read in pieces. Bytes that are not UTF-8, and an end without LF, are returned as a
 * text that no reader accepts as a line.
 *
 * @param pieces of any size; memory holds one piece and one line
 */
export function* linesIn(pieces: Iterable<Uint8Array>): Generator<string> {
  const reader = new LineReader();
  for (const piece of pieces) yield* reader.take(piece);
  yield* reader.end();
}

/** Reads lines as {@link linesIn} does, for callers that receive the pieces one by one, as from a network. */
export class LineReader {
  #rest = new Uint8Array();

  /** Yields the lines that end in this piece. */
  *take(piece: Uint8Array): Generator<string> {
    let start = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, start)) {
      const line = piece.subarray(start, end);
      const text = textOf(this.#rest.length === 0 ? line : joined(this.#rest, line));
      this.#rest = new Uint8Array();
      start = end + 1;
      yield text;
    }
    this.#rest = joined(this.#rest, piece.subarray(start));
  }

  /** Yields what follows the last LF. */
  *end(): Generator<string> {
    if (this.#rest.length > 0) yield `${textOf(this.#rest)} (the file ends without LF)`;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return "(not UTF-8)";
  }
}

/** Returns a copy, because a reader may reuse its buffer. */
function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
