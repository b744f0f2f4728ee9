import { pieceHeadLength, wholeMark, wholeShare } from "#server/schemas/file-in-pieces.ts";

type Piece = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How much of the file the server has made, from 0 to 1. */
  readonly share: number;
};

/**
 * A file that tells how much of it is made (server/schemas/file-in-pieces.ts), bytes as they come.
 *
 * @throws Error if it ends without its last mark: it was cut off
 */
export async function* piecesIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Piece> {
  const reader = body.getReader();
  const head = new DataView(new ArrayBuffer(pieceHeadLength));
  let headCount = 0;
  let left = 0;
  let share = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      for (let at = 0; at < read.value.length; ) {
        if (left > 0) {
          const bytes = read.value.subarray(at, at + left);
          at += bytes.length;
          left -= bytes.length;
          yield { bytes, share };
          continue;
        }
        head.setUint8(headCount, read.value[at] ?? 0);
        at += 1;
        headCount = (headCount + 1) % pieceHeadLength;
        if (headCount > 0) continue;
        if (head.getUint32(4) === wholeMark) return;
        left = head.getUint32(0);
        share = head.getUint32(4) / wholeShare;
        if (left === 0) yield { bytes: new Uint8Array(), share };
      }
    }
    throw new Error("the file was cut off");
  } finally {
    // whoever stops reading ends the answer too; one that failed fails once more in the same way
    await reader.cancel();
  }
}
