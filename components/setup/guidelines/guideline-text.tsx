import { outsideAddress } from "#components/ui/markdown/addresses.ts";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import * as t from "#messages/setup.ts";
import type { Language } from "#server/locale.ts";
import { guidelineBlocks } from "./guideline-blocks.ts";

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
