/** Parses an entry's number from an address; 0, which no entry has, for anything else. */
export function entryIn(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}
