/**
 * A spec is sent to a thread as text, which is made once. Copying 100,000 cut points object by object blocks a request
 * thread for tens of milliseconds; copying their text takes one millisecond.
 */

const texts = new WeakMap<object, string>();
let latest: { readonly text: string; readonly spec: unknown } | undefined;

/**
 * Returns the text of a spec.
 *
 * @param spec plain data that never changes; the same object gives the same text at once
 */
export function specToText(spec: object): string {
  const known = texts.get(spec);
  if (known !== undefined) return known;
  const text = JSON.stringify(spec);
  texts.set(spec, text);
  return text;
}

/** Returns the spec of a text. Do not change it: a thread keeps the latest one for its next task. */
export function specFromText(text: string): unknown {
  if (latest?.text !== text) latest = { text, spec: JSON.parse(text) };
  return latest.spec;
}
