import { createHash } from "node:crypto";

declare const rowsOf: unique symbol;

/**
 * Rows passed between the threads of one process, as JSON that is parsed when needed, so that the main thread never
 * waits long. Only `encodeChunk` makes them, and the type says what they hold: checking each row would take longer than
 * parsing it.
 */
export type Chunk<Row> = Uint8Array & { readonly [rowsOf]?: Row };
export type Chunks<Row> = readonly Chunk<Row>[];

export function encodeChunk<Row>(rows: readonly Row[]): Chunk<Row> {
  return new TextEncoder().encode(JSON.stringify(rows));
}

export function encodeChunks<Row>(rows: readonly Row[], chunkSize: number): Chunk<Row>[] {
  const chunks: Chunk<Row>[] = [];
  for (let start = 0; start < rows.length; start += chunkSize) {
    chunks.push(encodeChunk(rows.slice(start, start + chunkSize)));
  }
  return chunks;
}

/** Returns SHA-256, hex: equal rows have equal hashes. */
export function hashOfChunks(chunks: Chunks<unknown>): string {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** Yields one chunk after the other, each with how many rows are done after it. */
export function* decodeChunks<Row>(chunks: Chunks<Row>): Generator<{ rows: Row[]; done: number }> {
  const decoder = new TextDecoder();
  let done = 0;
  for (const chunk of chunks) {
    const rows = JSON.parse(decoder.decode(chunk)) as Row[];
    done += rows.length;
    yield { rows, done };
  }
}
