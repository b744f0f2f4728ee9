import type { Features } from "#server/learner/spec/spec.ts";
import { keyedHash } from "./hash.ts";

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
