import { addressIn } from "./addresses.ts";
import { Markdown } from "./markdown.tsx";
import { type Part, textOfParts } from "./parse.ts";

/** A document of docs/, below a title of its own. */
export function Document({
  blocks,
  file,
  addresses,
  language,
}: {
  blocks: readonly Part[];
  /** Its path in docs/. */
  file: string;
  /** Addresses of all files of docs/, by their paths there. */
  addresses: ReadonlyMap<string, string>;
  language: string;
}) {
  const [first, ...rest] = blocks;
  return (
    <div
      lang={language}
      dir="ltr"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 break-words [&>:is(p,ul,ol,blockquote,h3)]:max-w-[46rem]"
    >
      <Markdown
        parts={isTitle(first) ? rest : blocks}
        options={{ topLevel: 1, headings: "page", addressOf: addressIn(file, addresses) }}
      />
    </div>
  );
}

/** Returns the page's own title, if it begins with one. */
export function documentTitle([first]: readonly Part[]): string | undefined {
  return isTitle(first) ? textOfParts(first.inside) : undefined;
}

function isTitle(block: Part | undefined): block is Part {
  return block?.kind === "heading" && block.number === 1;
}
