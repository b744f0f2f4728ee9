import type { Column, Features } from "#server/learner/config/spec.ts";
import { columnNames } from "../base/column-names.ts";
import type { TableSource } from "../base/table.ts";

/** A column with more levels than this holds names rather than categories. */
const maxLevels = 100;

type Part = {
  /** Names of its positions in a context. */
  readonly names: readonly string[];
  /** Writes the values of a cell from position `at` on. */
  readonly write: (cell: string | null, context: Float64Array, at: number) => void;
};

/** An encoding of features as numbers: d positions for each person. */
export type ContextCode = {
  /** By position: [d] */
  readonly names: readonly string[];
  /** Columns that contexts omit, and why. */
  readonly leftOut: readonly { readonly column: string; readonly why: string }[];
  /** @returns [d] */
  readonly contextOf: (features: Features) => Float64Array;
};

/**
 * Builds the encoding of features. Numbers are kept as they are; a blank is 0, with a 1 in a position of its own.
 * Categories are encoded as 0 and 1, one position each. Texts, and columns of more than 100 categories, are omitted.
 * The categories are those of the record's people, in code point order.
 */
export async function contextCode(source: TableSource, columns: readonly Column[]): Promise<ContextCode> {
  const levels = columns.map(() => new Set<string | null>());
  for await (const { features } of source.people()) {
    for (const [index, cell] of (features ?? []).entries()) {
      const seen = levels[index];
      const isKnown = cell === null || columns[index]?.type === "category";
      if (isKnown && seen !== undefined && seen.size <= maxLevels) seen.add(cell);
    }
  }
  const titles = columnNames(
    columns.map(({ name }) => name),
    [],
  );
  const leftOut: { column: string; why: string }[] = [];
  const parts = columns.map((column, index): Part => {
    const seen = levels[index] ?? new Set();
    const title = titles[index] ?? column.name;
    const why = reasonToLeaveOut(column, seen.size);
    if (why !== undefined) leftOut.push({ column: column.name, why });
    if (why !== undefined) return { names: [], write: () => {} };
    return column.type === "number" ? numberPart(title, seen.has(null)) : kindsPart(title, seen);
  });
  const names = parts.flatMap((part) => part.names);
  return { names, leftOut, contextOf: (features) => contextOf(features, parts, names.length) };
}

function reasonToLeaveOut({ type }: Column, levels: number): string | undefined {
  if (type === "text") return "free text";
  return type === "category" && levels > maxLevels ? `more than ${maxLevels} kinds` : undefined;
}

function numberPart(title: string, hasBlanks: boolean): Part {
  return {
    names: hasBlanks ? [title, `${title}_blank`] : [title],
    write: (cell, context, at) => {
      if (cell !== null) context[at] = Number(cell);
      else context[at + 1] = 1;
    },
  };
}

function kindsPart(title: string, seen: ReadonlySet<string | null>): Part {
  const levels = [...seen].sort((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1));
  const places = new Map(levels.map((level, place) => [level, place]));
  return {
    names: columnNames(
      levels.map((level) => `${title}_${level ?? "blank"}`),
      [],
    ),
    write: (cell, context, at) => {
      const place = places.get(cell);
      if (place !== undefined) context[at + place] = 1;
    },
  };
}

function contextOf(features: Features, parts: readonly Part[], length: number): Float64Array {
  const context = new Float64Array(length);
  let at = 0;
  for (const [index, { names, write }] of parts.entries()) {
    if (names.length > 0) write(features[index] ?? null, context, at);
    at += names.length;
  }
  return context;
}
