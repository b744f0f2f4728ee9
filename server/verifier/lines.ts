const LF = 0x0a;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The lines of a file that is read in pieces. What is no line of any log comes as a text that no reader takes for one: bytes
 * that are not UTF-8, and an end without LF.
 *
 * @param pieces of any size; memory holds one piece and one line
 */
export function* linesIn(pieces: Iterable<Uint8Array>): Generator<string> {
  let rest = new Uint8Array();
  for (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, start)) {
      yield textOf(joined(rest, piece.subarray(start, end)));
      rest = new Uint8Array();
      start = end + 1;
    }
    rest = joined(rest, piece.subarray(start));
  }
  if (rest.length > 0) yield `${textOf(rest)} (the file ends without LF)`;
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
