import { hash } from "node:crypto";
import { taggedText } from "#server/audit-log/hash.ts";

/** The canonical text around a link, written once for all links of a chain. */
const [before = "", after = ""] = taggedText("seed-chain", "#").split("#");

/**
 * Every `stride`-th link of a seed chain, from s_0 to s_length: stones to walk back from. Each link is the log's
 * `seedLinkBefore` of the next, by Node's own hash: the log's also runs in browsers, and takes ten times as long.
 */
export function seedChainCheckpoints(input: { tip: string; length: number; stride: number }): string[] {
  const stones: string[] = [];
  let link = input.tip;
  for (let n = input.length; n > 0; n -= 1) {
    if (n % input.stride === 0) stones[n / input.stride] = link;
    link = hash("sha256", `${before}${link}${after}`, "hex");
  }
  stones[0] = link;
  return stones;
}

/**
 * Who stands in a round of an audit, by lot: those with the first H("round-people", noiseSeed, person), by Node's own
 * hash since everybody who waits is asked.
 *
 * @returns at most `count` of those who wait, in the order of their lots
 */
export function drawPeople(input: {
  waiting: readonly string[];
  noiseSeed: string;
  count: number;
}): string[] {
  const [before = "", after = ""] = taggedText("round-people", input.noiseSeed, "#").split("#");
  const lots = new Map(input.waiting.map((id) => [id, hash("sha256", `${before}${id}${after}`, "hex")]));
  const order = [...lots].sort(([, a], [, b]) => (a < b ? -1 : 1));
  return order.slice(0, input.count).map(([id]) => id);
}
