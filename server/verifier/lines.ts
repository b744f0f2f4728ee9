const LF = 0x0a;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The lines of a file that is read in pieces. What is no line of any log comes as a text that no reader takes for one: bytes
 * that are not UTF-8, and an end without LF.
 *
 * @param pieces of any size; memory holds one piece and one line
 */
export function* linesIn(pieces: Iterable<Uint8Array>): Generator<string> {
  const reader = new LineReader();
  for (const piece of pieces) yield* reader.take(piece);
  yield* reader.end();
}

/** {@link linesIn} for whoever is handed the pieces, as by a network. */
export class LineReader {
  #rest = new Uint8Array();

  /** The lines that end in this piece. */
  *take(piece: Uint8Array): Generator<string> {
    let start = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, start)) {
      const line = joined(this.#rest, piece.subarray(start, end));
      this.#rest = new Uint8Array();
      start = end + 1;
      yield textOf(line);
    }
    this.#rest = joined(this.#rest, piece.subarray(start));
  }

  /** What stands behind the last LF. */
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

/** A copy, since a reader may use its buffer again. */
function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
