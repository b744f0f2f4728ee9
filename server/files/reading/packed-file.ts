import { promisify } from "node:util";
import { deflateSync, inflate, inflateSync } from "node:zlib";

/** A file as the database keeps it: deflated. */
export type PackedFile = Uint8Array;

export function packFile(bytes: Uint8Array): PackedFile {
  // A buffer may be a part of a larger one, all of which would travel from thread to thread.
  return new Uint8Array(deflateSync(bytes, { level: 4 }));
}

export function unpackFile(packed: PackedFile): Uint8Array {
  return inflateSync(packed);
}

/** The same while this thread does other things. */
export const unpackAside: (packed: PackedFile) => Promise<Uint8Array> = promisify(inflate);
