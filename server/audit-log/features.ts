import type { Features } from "#server/learner/config/spec.ts";
import { parseCanonical } from "./canonical.ts";
import { LogError } from "./errors.ts";
import { asHex, keyedHash } from "./hash.ts";
import { sha256OfHex } from "./sha256.ts";

/**
 * What the log holds of a person: K(digestKey, features). Without the key, which stands beside the features and is
 * erased with them, nobody can try out who it was.
 *
 * @param digestKey 32 bytes, hex
 * @param features  one cell for each column of the learner, numbers as decimal text, null where empty
 * @throws LogError "not-hex"; "lone-surrogate"
 */
export function featureDigest(digestKey: string, features: Features): string {
  return keyedHash(digestKey, features);
}

/**
 * Cells as they are stored: a person's features, or what identifies them.
 *
 * @throws LogError "not-cells" for anything but a list of texts and nulls; what parseCanonical throws
 */
export function readCells(text: string): Features {
  const cells = parseCanonical(text);
  if (Array.isArray(cells) && cells.every(isCell)) return cells;
  throw new LogError("not-cells", "not a list of cells, each a text or null");
}

function isCell(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

/**
 * A digest as a leaf of the root that `people.imported` carries: SHA-256 of the byte 0x00 and the 32 bytes of the digest
 * (RFC 6962).
 *
 * @throws LogError "not-hex"
 */
export function digestLeaf(digest: string): string {
  return sha256OfHex(`00${asHex(digest)}`);
}
