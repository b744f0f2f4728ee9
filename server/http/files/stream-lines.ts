const chunkSize = 64 * 1024;

/** Streams texts and bytes as a response body, a chunk at a time and only as fast as they are read. */
export function streamLines(pieces: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let chunk = "";
      while (chunk.length < chunkSize) {
        const { value, done } = await pieces.next();
        if (done) break;
        if (typeof value === "string") {
          chunk += value;
          continue;
        }
        if (chunk !== "") controller.enqueue(encoder.encode(chunk));
        return controller.enqueue(value);
      }
      if (chunk === "") controller.close();
      else controller.enqueue(encoder.encode(chunk));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
