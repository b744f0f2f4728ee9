import { addressAmong } from "./addresses.ts";
import { Markdown } from "./markdown.tsx";
import { type Block, inlineText } from "./tree.ts";

/** A page of docs/ that comes with the program, below a title of its own. */
export function Document({ blocks, pages }: { blocks: readonly Block[]; pages: readonly string[] }) {
  const [first, ...rest] = blocks;
  const addressOf = addressAmong(pages);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 break-words [&>:is(p,ul,ol,blockquote,h3)]:max-w-[46rem]">
      <Markdown
        blocks={isTitle(first) ? rest : blocks}
        options={{ topLevel: 1, headings: "page", addressOf }}
      />
    </div>
  );
}

/** Returns the page's own title, if it begins with one. */
export function documentTitle([first]: readonly Block[]): string | undefined {
  return isTitle(first) ? inlineText(first.inline) : undefined;
}

function isTitle(block: Block | undefined): block is Extract<Block, { kind: "heading" }> {
  return block?.kind === "heading" && block.level === 1;
}
