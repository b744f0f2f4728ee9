/** Returns a hash as "b04c91e7 5da2f318 ...": groups of eight, so that two people can compare them aloud. */
export function fingerprintGroups(hash: string): string {
  return (hash.match(/.{1,8}/g) ?? []).join(" ");
}
