import type { ReadingWarning } from "#server/study/reading.ts";

/**
 * Returns one name for each column, all different: `column 3` where the header is empty or missing, `name (2)` where it
 * repeats one.
 *
 * @param header its cells, or null for a file without header
 * @param row    the row of the header
 */
export function nameColumns(
  header: readonly string[] | null,
  count: number,
  row: number,
): { readonly names: string[]; readonly warnings: ReadingWarning[] } {
  const warnings: ReadingWarning[] = [];
  const given = Array.from({ length: count }, (_, index) => header?.[index]?.trim() ?? "");
  const taken = new Set(given);
  const met = new Set<string>();
  const names = given.map((name, index) => {
    if (name !== "" && !met.has(name)) {
      met.add(name);
      return name;
    }
    const unique = firstFree(name === "" ? `column ${index + 1}` : name, taken);
    if (header !== null) {
      const kind = name === "" ? "noName" : "sameName";
      warnings.push({ kind, row, column: index + 1, name: unique });
    }
    return unique;
  });
  return { names, warnings };
}

/** Returns the name itself or with the first number from 2 on that makes it new, and adds it to the taken names. */
function firstFree(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    free = `${name} (${number})`;
  }
  taken.add(free);
  return free;
}
