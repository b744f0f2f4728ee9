import { hash } from "node:crypto";
import { taggedText } from "#server/log/hash.ts";

/** The canonical text around a link, written once for all links of a chain. */
const [before = "", after = ""] = taggedText("seed-chain", "#").split("#");

/**
 * Every `stride`-th link of a seed chain, from s_0 to s_length: stones to walk back from. Each link is the log's
 * `seedLinkBefore` of the next, by Node's own hash: the log's also runs in browsers, and takes ten times as long.
 */
export function seedStones(input: { tip: string; length: number; stride: number }): string[] {
  const stones: string[] = [];
  let link = input.tip;
  for (let n = input.length; n > 0; n -= 1) {
    if (n % input.stride === 0) stones[n / input.stride] = link;
    link = hash("sha256", `${before}${link}${after}`, "hex");
  }
  stones[0] = link;
  return stones;
}
