import type { AddressOf } from "./addresses.ts";

/** Options that vary between texts in Markdown. */
export type MarkdownOptions = {
  /** Level of a heading with a single # among the headings around the text: 3 for an h3. */
  readonly topLevel: number;
  /** On a page of its own headings open sections and have anchors; in a note they are lines in bold. */
  readonly headings: "page" | "note";
  readonly addressOf: AddressOf;
};
