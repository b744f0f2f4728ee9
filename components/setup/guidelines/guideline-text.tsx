import { outsideAddress } from "#components/ui/markdown/addresses.ts";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { type Part, parseMarkdown } from "#components/ui/markdown/parse.ts";
import * as t from "#messages/setup.ts";
import type { Language } from "#server/locale.ts";

/**
 * Purpose and text of one version, as auditors read them. The parser is large: pages render this on the server, or
 * load it after everything else.
 */
export function GuidelineText({
  purpose,
  body,
  language,
  topLevel = 3,
}: {
  purpose: string;
  body: string;
  /** The language of the text; absent: that of the page. */
  language?: Language;
  /** Level of the text's own top headings: 3 below an h2. */
  topLevel?: number;
}) {
  return (
    <div lang={language} className="grid grid-cols-[minmax(0,1fr)] gap-3 break-words">
      {purpose.trim() !== "" && <p className="text-ink-2">{purpose}</p>}
      {body.trim() === "" ? (
        <p className="text-ink-3">{t.nothingYet()}</p>
      ) : (
        <Markdown
          parts={guidelineBlocks(body)}
          options={{ topLevel, headings: "note", addressOf: outsideAddress }}
        />
      )}
    </div>
  );
}

/** Ten times as much as guidelines that people read have. All others stay as typed, since a page would take a second to make. */
const mostParts = 2_000;

/** Texts that stay parsed. */
const mostKept = 50;
const kept = new Map<string, readonly Part[]>();

/** Returns guidelines as blocks. A process parses a version once, however often it is shown. */
function guidelineBlocks(body: string): readonly Part[] {
  const blocks = kept.get(body) ?? parseMarkdown(body, mostParts);
  kept.delete(body);
  kept.set(body, blocks);
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return blocks;
}
