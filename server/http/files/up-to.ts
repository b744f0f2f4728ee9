/** Reads an entry's number from `?upTo=` of an address; undefined without it, 0, which no entry has, for anything else. */
export function upToIn({ url }: Request): number | undefined {
  const text = new URL(url).searchParams.get("upTo");
  if (text === null) return undefined;
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}
