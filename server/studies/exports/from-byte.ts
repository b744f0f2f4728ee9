/** Yields what these pieces hold from byte `begin` on. Cost: everything before it is made and skipped. */
export async function* fromByte(
  pieces: AsyncIterable<string | Uint8Array>,
  begin: number,
): AsyncGenerator<Uint8Array> {
  let left = begin;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    if (left < bytes.length) yield bytes.subarray(left);
    left = Math.max(0, left - bytes.length);
  }
}
