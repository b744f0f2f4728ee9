/** Parses JSON; undefined, which no schema of ours accepts, for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
