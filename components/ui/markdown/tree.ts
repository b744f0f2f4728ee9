/** Blocks of a text in Markdown. Anything else stays as typed. */
export type Block =
  | { readonly kind: "paragraph"; readonly inline: Inline[] }
  | {
      readonly kind: "heading";
      readonly level: number;
      /** Anchor of links to this heading, unique in the text. */
      readonly anchor: string;
      readonly inline: Inline[];
    }
  | {
      readonly kind: "list";
      /** Number of the first item; null for bullets. */
      readonly start: number | null;
      /** Whether there are no empty lines between the items. */
      readonly isTight: boolean;
      readonly items: Block[][];
    }
  | { readonly kind: "quote"; readonly blocks: Block[] }
  | {
      readonly kind: "code";
      /** Word after the fence, such as `sql`; empty without one. */
      readonly language: string;
      readonly text: string;
    }
  | { readonly kind: "table"; readonly head: MarkdownCell[]; readonly rows: MarkdownCell[][] }
  | { readonly kind: "rule" };

export type MarkdownCell = { readonly align: Align | null; readonly inline: Inline[] };

export type Align = "left" | "center" | "right";

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis"; readonly inline: Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly inline: Inline[] }
  | { readonly kind: "image"; readonly href: string; readonly text: string }
  | { readonly kind: "break" };

/** Returns the words without their markup. */
export function inlineText(inline: readonly Inline[]): string {
  return inline
    .map((part) => {
      if (part.kind === "break") return " ";
      return "inline" in part ? inlineText(part.inline) : part.text;
    })
    .join("");
}
