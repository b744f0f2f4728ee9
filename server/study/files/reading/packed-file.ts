import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateSync, inflate, inflateSync } from "node:zlib";

/** A file as the database keeps it: deflated. */
export type PackedFile = Uint8Array;

export function packFile(bytes: Uint8Array): PackedFile {
  // A buffer may be a part of a larger one, which would be transferred between threads as a whole.
  return new Uint8Array(deflateSync(bytes, { level: 4 }));
}

export function unpackFile(packed: PackedFile): Uint8Array {
  return inflateSync(packed);
}

/** Unpacks a file without blocking this thread. */
const inflateAsync: (packed: PackedFile) => Promise<Uint8Array> = promisify(inflate);

/** Unpacks the file with a given SHA-256 without blocking this thread; null if the stored file has another hash. */
export async function unpackNamed(packed: PackedFile, hash: string): Promise<Uint8Array | null> {
  const bytes = await inflateAsync(packed).catch(nullIfBroken);
  return bytes !== null && createHash("sha256").update(bytes).digest("hex") === hash ? bytes : null;
}

function nullIfBroken(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_DATA_ERROR" || code === "Z_BUF_ERROR") return null;
  throw error;
}
