const chunkSize = 64 * 1024;

/** Streams texts and bytes as a response body, a chunk at a time and only as fast as they are read. */
export function streamLines(pieces: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const chunks = chunksOf(pieces);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Joins texts to chunks of 64 KB or more; bytes stay as they are. */
export async function* chunksOf(
  pieces: AsyncGenerator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  let chunk = "";
  for await (const piece of pieces) {
    if (typeof piece === "string") {
      chunk += piece;
      if (chunk.length < chunkSize) continue;
    }
    if (chunk !== "") yield chunk;
    chunk = "";
    if (typeof piece !== "string") yield piece;
  }
  if (chunk !== "") yield chunk;
}
