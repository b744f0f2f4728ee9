/** Returns the beginning of a key as "b04c91e7 5da2f318": 64 bits, to be compared by phone. */
export function keyWords(key: string): string {
  return fingerprintGroups(key).slice(0, 17);
}

/** Returns a hash as "b04c91e7 5da2f318 ...": groups of eight, so that two people can compare them aloud. */
export function fingerprintGroups(hash: string): string {
  return (hash.match(/.{1,8}/g) ?? []).join(" ");
}
