import { closeSync, openSync, readSync } from "node:fs";

/** Reads a file in pieces of one mebibyte, each in the same memory. */
export function* piecesOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(1 << 20);
    for (let size = readSync(descriptor, buffer); size > 0; size = readSync(descriptor, buffer)) {
      yield buffer.subarray(0, size);
    }
  } finally {
    closeSync(descriptor);
  }
}
