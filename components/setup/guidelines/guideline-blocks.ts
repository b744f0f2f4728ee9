import { type Part, parseMarkdown } from "#components/ui/markdown/parse.ts";

/** Ten times as much as guidelines that people read have. All others stay as typed, since a page would take a second to make. */
const mostParts = 2_000;

/** Texts that stay parsed. */
const mostKept = 50;
const kept = new Map<string, readonly Part[]>();

/** Returns guidelines as blocks. A process parses a version once, however often it is shown. */
export function guidelineBlocks(body: string): readonly Part[] {
  const blocks = kept.get(body) ?? parseMarkdown(body, mostParts);
  kept.delete(body);
  kept.set(body, blocks);
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return blocks;
}
