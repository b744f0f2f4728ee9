import * as t from "#messages/setup.ts";
import { inLanguage, type Language, languages } from "#server/locale.ts";
import { isDate } from "./cells/notation.ts";
import { readCell } from "./cells/read-cell.ts";
import { splitTyped } from "./cells/typed-numbers.ts";
import { isGroup } from "./columns.ts";
import type { ColumnChoice } from "./draft.ts";

/** The numbers at which a column of numbers is cut into groups: "30, 50" makes three groups. */

type CutColumn = Pick<ColumnChoice, "role" | "type" | "notation" | "sign" | "cuts">;

/** The most cuts of a column. */
const cutLimit = 20;

/** Returns whether a column may be cut: a group column of numbers that are not dates. */
export function mayHaveCuts(column: Pick<ColumnChoice, "role" | "type" | "notation">): boolean {
  return isGroup(column) && column.type === "number" && !isDate(column);
}

/** Returns the cuts as they were typed; empty if there are none, or if the column cannot have any. */
export function groupCutsOf(column: CutColumn): string[] {
  return mayHaveCuts(column) ? splitTyped(column.cuts, column) : [];
}

/** Returns the first problem of a column's cuts as a sentence; null if there is none. */
export function cutProblem(column: CutColumn & Pick<ColumnChoice, "name">): string | null {
  const { name, notation } = column;
  const cuts = groupCutsOf(column);
  if (cuts.length === 0) return null;
  if (notation === "unclear") return t.needsReading({ name });
  if (cuts.length > cutLimit) return t.tooManyCuts({ name, count: cuts.length, limit: cutLimit });
  const wrong = cuts.find((cut) => !isCut(cut, notation));
  if (wrong !== undefined)
    return t.cutWrong({ name, cut: wrong, example: notation === "comma" ? "0,5" : "0.5" });
  const later = cuts.findIndex((cut, index) => index > 0 && numberOf(cut) <= numberOf(cuts[index - 1] ?? ""));
  return later === -1 ? null : t.cutsAscend({ name, cut: cuts[later] ?? "", before: cuts[later - 1] ?? "" });
}

/** Returns the names of the groups between cuts, in the reader's language: "under 30", "30 to under 50", "50 and over". */
export function namesOfGroups(cuts: readonly string[]): string[] {
  return cuts.length === 0
    ? []
    : [...cuts, ""].map((cut, index) => t.cutGroup({ from: cuts[index - 1] ?? "none", to: cut || "none" }));
}

/**
 * Returns a function that sorts a cell into its group; undefined without cuts. A cell that already names a group, in any
 * language, stays in it: a copied study's file has names of groups.
 *
 * @param language of the names
 * @returns null for a cell that is neither a number nor a group's name
 */
export function groupReader(
  column: CutColumn,
  language: Language,
): ((cell: string) => string | null) | undefined {
  const cuts = groupCutsOf(column);
  if (cuts.length === 0) return undefined;
  const namesIn = (one: Language) => inLanguage(one, () => namesOfGroups(cuts));
  const names = namesIn(language);
  const known = new Map(
    Object.keys(languages).flatMap((one) => namesIn(one as Language).map((name, place) => [name, place])),
  );
  const limits = cuts.map(numberOf);
  return (cell) => {
    const number = known.has(cell) ? null : readCell(cell, column);
    const place =
      number === null ? known.get(cell) : limits.filter((limit) => limit <= Number(number)).length;
    return place === undefined ? null : (names[place] ?? null);
  };
}

function isCut(cut: string, notation: ColumnChoice["notation"]): boolean {
  return (notation === "comma" ? /^-?\d{1,15}(,\d{1,15})?$/ : /^-?\d{1,15}(\.\d{1,15})?$/).test(cut);
}

function numberOf(cut: string): number {
  return Number(cut.replace(",", "."));
}
