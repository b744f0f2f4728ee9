import type { AddressOf } from "./addresses.ts";

/** All in which one text in Markdown may differ from another. */
export type MarkdownOptions = {
  /** What a heading with a single # is among the headings around the text: 3 for an h3. */
  readonly topLevel: number;
  /** On a page of its own headings open sections and have addresses; in a note they are lines in bold. */
  readonly headings: "page" | "note";
  readonly addressOf: AddressOf;
};
