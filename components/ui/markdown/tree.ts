/** What a text in Markdown is made of. Anything else stays the words it was typed as. */
export type Block =
  | { readonly kind: "paragraph"; readonly inline: Inline[] }
  | {
      readonly kind: "heading";
      readonly level: number;
      /** The name that a link to this heading ends with, once a text. */
      readonly anchor: string;
      readonly inline: Inline[];
    }
  | {
      readonly kind: "list";
      /** The number of the first item; null for bullets. */
      readonly start: number | null;
      /** No empty line stands between the items. */
      readonly isTight: boolean;
      readonly items: Block[][];
    }
  | { readonly kind: "quote"; readonly blocks: Block[] }
  | {
      readonly kind: "code";
      /** The word after the fence, such as `sql`; empty without one. */
      readonly language: string;
      readonly text: string;
    }
  | { readonly kind: "table"; readonly head: Cell[]; readonly rows: Cell[][] }
  | { readonly kind: "rule" };

export type Cell = { readonly align: Align | null; readonly inline: Inline[] };

export type Align = "left" | "center" | "right";

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis"; readonly inline: Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly inline: Inline[] }
  | { readonly kind: "image"; readonly href: string; readonly text: string }
  | { readonly kind: "break" };

/** The words alone. */
export function wordsOf(inline: readonly Inline[]): string {
  return inline
    .map((part) => {
      if (part.kind === "break") return " ";
      return "inline" in part ? wordsOf(part.inline) : part.text;
    })
    .join("");
}
