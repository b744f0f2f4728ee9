import { createHash } from "node:crypto";
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
const unpackAside: (packed: PackedFile) => Promise<Uint8Array> = promisify(inflate);

/** The file that a SHA-256 names, in the same way; null if what is kept is not that file. */
export async function unpackNamed(packed: PackedFile, hash: string): Promise<Uint8Array | null> {
  const bytes = await unpackAside(packed).catch(nullIfBroken);
  return bytes !== null && createHash("sha256").update(bytes).digest("hex") === hash ? bytes : null;
}

function nullIfBroken(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_DATA_ERROR" || code === "Z_BUF_ERROR") return null;
  throw error;
}
