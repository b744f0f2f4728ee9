/**
 * A spec on its way to a thread. Copying 100,000 cut points object by object holds a request thread up for tens of
 * milliseconds, copying their text for one, so a spec travels as text, which is made once.
 */

const texts = new WeakMap<object, string>();
let latest: { readonly text: string; readonly spec: unknown } | undefined;

/** @param spec plain data that nobody changes; the same object gives the same text at once */
export function specToText(spec: object): string {
  const known = texts.get(spec);
  if (known !== undefined) return known;
  const text = JSON.stringify(spec);
  texts.set(spec, text);
  return text;
}

/** The spec of a text; not to be changed, since a thread keeps the latest one for its next task. */
export function specFromText(text: string): unknown {
  if (latest?.text !== text) latest = { text, spec: JSON.parse(text) };
  return latest.spec;
}
