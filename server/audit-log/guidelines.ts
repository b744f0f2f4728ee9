import { taggedHash } from "./hash.ts";

/**
 * Returns the hash of the guidelines that the panel was given: H("guidelines", purpose, body).
 *
 * @throws LogError "lone-surrogate"
 */
export function guidelineHash(purpose: string, body: string): string {
  return taggedHash("guidelines", purpose, body);
}
