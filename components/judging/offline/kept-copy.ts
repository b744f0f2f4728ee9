import type { Verdict } from "#components/judging/ballots/verdicts.ts";

/** Verdicts as the server had them when they were kept. */
export type KeptVerdicts = { readonly savedAt: number | null; readonly verdicts: readonly Verdict[] };

/** What a page learns from the worker that opened its copy without a network. */
export type KeptCopy = {
  readonly address: string;
  /** When the page was read from the server. */
  readonly at: number;
  /** null: those of the page. */
  readonly known: KeptVerdicts | null;
};

/** Header of a kept page: when it was read from the server. */
export const keptAtHeader = "x-evenhand-kept-at";

/** Returns the key under which the verdicts of a kept page are stored, next to the page. */
export function verdictsKey(address: string): string {
  return `${address}?verdicts`;
}

/** Writes into a page that it is a copy. */
export function markCopy(html: string, copy: KeptCopy): string {
  const text = JSON.stringify(copy).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return html.replace("<html ", () => `<html data-kept="${text}" `);
}

/** Returns what the worker wrote into this page; undefined if the server answered, or for another page. */
export function findCopy(address: string): KeptCopy | undefined {
  const text = globalThis.document?.documentElement.dataset.kept;
  if (text === undefined) return undefined;
  const copy: KeptCopy = JSON.parse(text);
  return copy.address === address ? copy : undefined;
}
