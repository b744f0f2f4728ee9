/** The seed tree of handmade logs (docs/log-format.md, section 4); its other links are unknown. */

import { createHash } from "node:crypto";
import { H, sha } from "./fixture-hashes.ts";

/** How many levels the tree has, and how many of its links these logs can use: a subtree at its left. */
const LEVELS = 14;
const LINKS = 32;
/** The hash of every other node. */
const OTHER_LINKS = sha("other links");

/** A round's link, with its proof: the siblings of its leaf, from the leaf up. */
export function seedOf(round: number): { link: string; linkProof: string[] } {
  return { link: linkOf(round), linkProof: climbed(round).linkProof };
}

/** Links of the handmade logs, arbitrary bytes. The lots of the logs follow from those of the first eight rounds. */
function linkOf(round: number): string {
  if (round > 8) return sha(`link ${round}`);
  return round === 8 ? sha("secret") : H("seed-chain", linkOf(round + 1));
}

function climbed(round: number) {
  const linkProof: string[] = [];
  let level = Array.from({ length: LINKS }, (_, index) => H("seed-tree", linkOf(index + 1)));
  let at = round - 1;
  for (let height = 0; height < LEVELS; height++) {
    if (level.length === 1) level.push(OTHER_LINKS);
    linkProof.push(level[at % 2 === 0 ? at + 1 : at - 1] ?? "");
    level = level.flatMap((left, index) => (index % 2 === 0 ? [node(left, level[index + 1] ?? "")] : []));
    at = Math.floor(at / 2);
  }
  return { linkProof, root: level[0] ?? "" };
}

/** An inner node of RFC 6962. */
function node(left: string, right: string): string {
  return createHash("sha256")
    .update(Buffer.from(`01${left}${right}`, "hex"))
    .digest("hex");
}

/** The tree's part of the first entry. */
export const seedTree = { root: climbed(1).root, size: 2 ** LEVELS };
