import { seedLeaf, seedTreeSize } from "../seeds.ts";
import { verifyInclusion } from "./verify.ts";

/**
 * Returns whether a link belongs to a round: whether the proof leads from leaf `round - 1` to the root.
 *
 * @throws LogError "not-hex" for a malformed link
 */
export function isSeedLink(
  root: string,
  {
    link,
    linkProof,
    round,
  }: { readonly link: string; readonly linkProof: readonly string[]; readonly round: number },
): boolean {
  const leaf = seedLeaf(link);
  return verifyInclusion({ leaf, index: round - 1, size: seedTreeSize, proof: linkProof, root });
}
