import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { World } from "./worlds.ts";

/** All that an answer tells, as one text. */
export async function told(world: World, response: Response, isHash: (word: string) => boolean) {
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  const headers = [...response.headers].filter(([name]) => !untold.has(name)).map((pair) => pair.join(": "));
  const all = [response.status, ...headers, "", await response.text()].join("\n");
  // Next numbers what it sends to a link by chance.
  const here = withoutMaker(withoutRequest(withoutPlace(all, world.origin))).replace(
    /"[\w-]{21}(?=[vm]")/g,
    '"number',
  );
  return masked(nonce === undefined ? here : here.replaceAll(nonce, "nonce"), isHash);
}

/** Two servers differ in where they are, and so in the name of their key, of which its id is made as well. */
function withoutPlace(text: string, origin: string): string {
  const [before, ...others] = text.replaceAll(origin, "origin").split(`${new URL(origin).host}/studies+`);
  return [before, ...others.map((other) => other.replace(/^[0-9a-f]{8}/, "id"))].join("origin/studies+");
}

/** Each request has a number of its own, which a refusal tells. */
export function withoutRequest(text: string): string {
  return text.replace(/(\\?"request\\?":\\?")[0-9a-f]{12}/g, "$1number");
}

/** The ETag of a file that is made names the process that made it. */
function withoutMaker(text: string): string {
  return text.replace(/^(etag: "\d+-[0-9a-f]{64})-[0-9a-f]{16}"$/m, '$1-process"');
}

/** They differ from answer to answer of one server. */
const untold = new Set(["date", "set-cookie", "content-length", "transfer-encoding", "x-request-id"]);

/** Six words that stand for a hash. */
const receiptName = new RegExp(`\\b(?:(?:${wordlist.join("|")}) ){5}(?:${wordlist.join("|")})\\b`, "g");

/**
 * Commitments and hashes differ in two worlds by their nature; in their place stands as long a placeholder. Eight digits
 * alone may be a group of one, if the world's record knows it.
 */
function masked(text: string, isHash: (word: string) => boolean): string {
  return text
    .replace(/[0-9a-f]{64}/g, (hash) => "#".repeat(hash.length))
    .replace(/(?<![0-9a-f])[0-9a-f]{8}(?![0-9a-f])/g, (word) => (isHash(word) ? "#".repeat(8) : word))
    .replace(receiptName, "the words of a hash");
}

/** The groups of eight digits in which pages write the hashes of this text. */
export function hashGroups(log: string): (word: string) => boolean {
  const groups = (log.match(/[0-9a-f]{64}/g) ?? []).flatMap((hash) => hash.match(/.{8}/g) ?? []);
  const known = new Set(groups);
  return (word) => known.has(word);
}

/** Where two texts first differ, with what stands around it; null if they are the same. */
export function difference(one: string, two: string): { one: string; two: string } | null {
  if (one === two) return null;
  let at = 0;
  while (one[at] === two[at]) at += 1;
  return { one: one.slice(Math.max(0, at - 150), at + 150), two: two.slice(Math.max(0, at - 150), at + 150) };
}
