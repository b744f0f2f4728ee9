const chunkSize = 64 * 1024;

/** Lines as the body of a response, a chunk at a time and only as fast as they are read. */
export function streamLines(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let chunk = "";
      while (chunk.length < chunkSize) {
        const { value, done } = await lines.next();
        if (done) break;
        chunk += value;
      }
      if (chunk === "") controller.close();
      else controller.enqueue(encoder.encode(chunk));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
