import { createHash } from "node:crypto";
import type { Edit } from "./edit.ts";
import { operators } from "./operators/operators.ts";
import { type Place, parses, placesOf } from "./tree.ts";

/** One small mistake in one file of the product. */
export type Mutant = Edit & {
  /** The same as long as the file's name and what is changed stay, wherever in the file it is. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly lineText: string;
  readonly operator: string;
  /** What is changed, in one short line. */
  readonly change: string;
  /** Which of those that look alike on such a line, from 0. */
  readonly nth: number;
};

/** Every mutant of a file, in the order of the text. What does not parse is none. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const seen = new Map<string, number>();
  return editsOf(file, source).map(({ operator, ...edit }) => {
    const { line, lineText } = lineOf(source, edit);
    const change = changeOf(source, edit);
    const content = [file, lineText, change].join("\n");
    const nth = seen.get(content) ?? 0;
    seen.set(content, nth + 1);
    const id = createHash("sha256").update(`${content}\n${nth}`).digest("hex").slice(0, 12);
    return { ...edit, id, file, line, lineText, operator, change, nth };
  });
}

/** The source with the mutant in it. */
export function planted(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end);
}

type NamedEdit = Edit & { readonly operator: string };

function editsOf(file: string, source: string): NamedEdit[] {
  const edits = new Map<string, NamedEdit>();
  for (const place of placesOf(file, source)) {
    for (const edit of editsAt(place)) {
      const mutated = planted(source, edit);
      // Two operators may come to the same text.
      if (mutated !== source && !edits.has(mutated) && parses(file, mutated)) edits.set(mutated, edit);
    }
  }
  return [...edits.values()].sort((one, other) => one.start - other.start || one.end - other.end);
}

function editsAt(place: Place): NamedEdit[] {
  return Object.entries(operators).flatMap(([operator, at]) =>
    at(place).map((edit) => ({ ...edit, operator })),
  );
}

/** The line of the first character that matters: what is left out may begin with the comma of the line above. */
function lineOf(source: string, { start, end }: Edit) {
  const at = start + (/^[\s,]*(?=[^\s,])/.exec(source.slice(start, end))?.[0].length ?? 0);
  const lineText = source.slice(source.lastIndexOf("\n", at - 1) + 1).split("\n", 1)[0] ?? "";
  return { line: source.slice(0, at).split("\n").length, lineText: lineText.trim() };
}

function changeOf(source: string, { start, end, text }: Edit): string {
  const before = short(source.slice(start, end));
  const after = short(text);
  if (before === "") return `added: ${after}`;
  return after === "" || after === ";" || after === "{}" ? `removed: ${before}` : `${before} → ${after}`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
