import { pieceHeadLength, wholeMark, wholeShare } from "#server/schemas/file-in-pieces.ts";
import { streamLines } from "./stream-lines.ts";

/** Milliseconds after which the share is told though no bytes have come. */
const silence = 250;

/**
 * A file's bytes with the share that is made (server/schemas/file-in-pieces.ts), so that whoever reads knows how far it has come
 * also where its length is known to nobody.
 */
export function inPieces(body: ReadableStream<Uint8Array>, share: () => number): ReadableStream<Uint8Array> {
  return streamLines(pieces(body.getReader(), share));
}

async function* pieces(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  share: () => number,
): AsyncGenerator<Uint8Array> {
  const made = () => Math.floor(wholeShare * share());
  try {
    for (let next = reader.read(); ; ) {
      const read = await unlessSilent(next);
      if (read?.done) break;
      yield piece(read?.value ?? new Uint8Array(), made());
      if (read !== null) next = reader.read();
    }
    yield piece(new Uint8Array(), wholeMark);
  } finally {
    await reader.cancel();
  }
}

function piece(bytes: Uint8Array, share: number): Uint8Array {
  const framed = new Uint8Array(pieceHeadLength + bytes.length);
  const head = new DataView(framed.buffer);
  head.setUint32(0, bytes.length);
  head.setUint32(4, share);
  framed.set(bytes, pieceHeadLength);
  return framed;
}

/** @returns null if nothing came for some time */
async function unlessSilent<Value>(value: Promise<Value>): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, silence, null);
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
  }
}
