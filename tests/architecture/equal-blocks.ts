import type { SourceFile } from "./source-files.ts";

/**
 * Finds blocks of `length` lines that are identical in two files (or occur twice in one). Blank lines, comments, lone
 * punctuation and imports do not count.
 */
export function equalBlocks(files: readonly SourceFile[], length: number): string[] {
  const first = new Map<string, string>();
  const found = new Map<string, string>();
  for (const { file, source } of files) {
    const lines = linesThatSay(source);
    for (let start = 0; start + length <= lines.length; start += 1) {
      const block = lines.slice(start, start + length);
      const text = block.map((line) => line.text).join("\n");
      const here = `${file}:${block[0]?.number}`;
      const there = first.get(text);
      if (there === undefined) first.set(text, here);
      else found.set(`${there.split(":")[0]} ${file}`, `${here} repeats ${there}`);
    }
  }
  return [...found.values()];
}

function linesThatSay(source: string): { readonly number: number; readonly text: string }[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^import [\s\S]*?;$/gm, (text) => text.replace(/[^\n]/g, ""));
  return code
    .split("\n")
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter(({ text }) => /\w/.test(text) && !text.startsWith("//"));
}
