import type { Features } from "#server/learner/config/spec.ts";
import { parseCanonical } from "./canonical.ts";
import { LogError } from "./errors.ts";
import { asHex, keyedHash } from "./hash.ts";
import { sha256OfHex } from "./sha256.ts";

/**
 * Returns a person's digest in the log: K(digestKey, features). The key is stored with the features and
 * erased with them. Without it, the features cannot be guessed by trial.
 *
 * @param digestKey 32 bytes, hex
 * @param features  one cell for each column of the learner, then one for each group column; numbers as decimal text,
 *   null where empty
 * @throws LogError "not-hex"; "lone-surrogate"
 */
export function featureDigest(digestKey: string, features: Features): string {
  return keyedHash(digestKey, features);
}

/**
 * Reads stored cells: a person's features, or the cells that identify them.
 *
 * @throws LogError "not-cells" for anything but a list of texts and nulls; what parseCanonical throws
 */
export function readCells(text: string): Features {
  const cells = parseCanonical(text);
  if (Array.isArray(cells) && cells.every(isCell)) return cells;
  throw new LogError("not-cells", "expected a list of cells, each a text or null");
}

function isCell(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

/**
 * Returns a digest as a leaf of the root that `people.imported` carries: SHA-256 of the byte 0x00 and the 32 bytes of
 * the digest (RFC 6962).
 *
 * @throws LogError "not-hex"
 */
export function digestLeaf(digest: string): string {
  return sha256OfHex(`00${asHex(digest)}`);
}
