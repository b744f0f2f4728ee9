import { hash } from "node:crypto";
import { taggedText } from "#server/audit-log/hash.ts";

/** The canonical text around a link, computed once for all links of a chain. */
const [before = "", after = ""] = taggedText("seed-chain", "#").split("#");

/**
 * Returns every `stride`-th link of a seed chain, from s_0 to s_length: checkpoints to walk back from. Each link is the
 * log's `seedLinkBefore` of the next, with Node's own hash: the log's function also runs in browsers and takes ten
 * times as long.
 */
export function seedChainCheckpoints(input: { tip: string; length: number; stride: number }): string[] {
  const checkpoints: string[] = [];
  let link = input.tip;
  for (let n = input.length; n > 0; n -= 1) {
    if (n % input.stride === 0) checkpoints[n / input.stride] = link;
    link = hash("sha256", `${before}${link}${after}`, "hex");
  }
  checkpoints[0] = link;
  return checkpoints;
}

/**
 * Draws the people of a round of an audit: those with the lowest H("round-people", noiseSeed, person). It uses Node's
 * own hash because it hashes everyone who is waiting.
 *
 * @returns at most `count` of the people waiting, in the order of their hashes
 */
export function drawPeople(input: {
  waiting: readonly string[];
  noiseSeed: string;
  count: number;
}): string[] {
  const [before = "", after = ""] = taggedText("round-people", input.noiseSeed, "#").split("#");
  const hashes = new Map(input.waiting.map((id) => [id, hash("sha256", `${before}${id}${after}`, "hex")]));
  const order = [...hashes].sort(([, a], [, b]) => (a < b ? -1 : 1));
  return order.slice(0, input.count).map(([id]) => id);
}
