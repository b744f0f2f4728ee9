import { createHash } from "node:crypto";

/** Rows on their way out of a worker, as JSON that is parsed when its turn comes, so that the main thread never waits long. */
export type Chunks = readonly Uint8Array[];

export function encodeChunks(rows: readonly unknown[], chunkSize: number): Uint8Array[] {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < rows.length; start += chunkSize) {
    chunks.push(encoder.encode(JSON.stringify(rows.slice(start, start + chunkSize))));
  }
  return chunks;
}

/** SHA-256, hex: the same rows have the same. */
export function hashOfChunks(chunks: Chunks): string {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** One chunk after the other, each with how many rows are done once it is. */
export function* decodeChunks<Row>(chunks: Chunks): Generator<{ rows: Row[]; done: number }> {
  const decoder = new TextDecoder();
  let done = 0;
  for (const chunk of chunks) {
    const rows = JSON.parse(decoder.decode(chunk)) as Row[];
    done += rows.length;
    yield { rows, done };
  }
}
