import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { World } from "./worlds.ts";

/** Reads status, headers and body of an answer as one text, with server-specific values masked. */
export async function readAnswer(world: World, response: Response, isHash: (word: string) => boolean) {
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  const headers = [...response.headers]
    .filter(([name]) => !ignoredHeaders.has(name))
    .map((pair) => pair.join(": "));
  const all = [response.status, ...headers, "", await response.text()].join("\n");
  // Next numbers the data of a link at random.
  const here = withoutMaker(withoutRequest(withoutPlace(all, world.origin))).replace(
    /"[\w-]{21}(?=[vm]")/g,
    '"number',
  );
  return masked(nonce === undefined ? here : here.replaceAll(nonce, "nonce"), isHash);
}

/** Removes the server's address, and the name and id of its key, which depend on the address. */
function withoutPlace(text: string, origin: string): string {
  const [before, ...others] = text.replaceAll(origin, "origin").split(`${new URL(origin).host}/studies+`);
  return [before, ...others.map((other) => other.replace(/^[0-9a-f]{8}/, "id"))].join("origin/studies+");
}

/** Removes the request number from a refusal. */
export function withoutRequest(text: string): string {
  return text.replace(/(\\?"request\\?":\\?")[0-9a-f]{12}/g, "$1number");
}

/** Removes the process from the ETag of a generated file. */
function withoutMaker(text: string): string {
  return text.replace(/^(etag: "\d+-[0-9a-f]{64})-[0-9a-f]{16}"$/m, '$1-process"');
}

/** Headers that differ between answers of one server. */
const ignoredHeaders = new Set(["date", "set-cookie", "content-length", "transfer-encoding", "x-request-id"]);

/** Six words that encode a hash. */
const receiptName = new RegExp(`\\b(?:(?:${wordlist.join("|")}) ){5}(?:${wordlist.join("|")})\\b`, "g");

/**
 * Replaces commitments and hashes, which always differ between worlds, by placeholders of equal length. Eight digits
 * alone may be a group of one, if the world's record knows it.
 */
function masked(text: string, isHash: (word: string) => boolean): string {
  return text
    .replace(/[0-9a-f]{64}/g, (hash) => "#".repeat(hash.length))
    .replace(/(?<![0-9a-f])[0-9a-f]{8}(?![0-9a-f])/g, (word) => (isHash(word) ? "#".repeat(8) : word))
    .replace(receiptName, "the words of a hash");
}

/** Lists the groups of eight digits in which pages show the hashes of this text. */
export function hashGroups(log: string): (word: string) => boolean {
  const groups = (log.match(/[0-9a-f]{64}/g) ?? []).flatMap((hash) => hash.match(/.{8}/g) ?? []);
  const known = new Set(groups);
  return (word) => known.has(word);
}

/** Finds the first difference of two texts, with its context; null if they are equal. */
export function difference(one: string, two: string): { one: string; two: string } | null {
  if (one === two) return null;
  let at = 0;
  while (one[at] === two[at]) at += 1;
  return { one: one.slice(Math.max(0, at - 150), at + 150), two: two.slice(Math.max(0, at - 150), at + 150) };
}
