import fc from "fast-check";
import { expect, it } from "vitest";
import { groupFigures } from "#server/analysis/groups/groups.ts";
import { cellsKey, personOf } from "./people.ts";

const least = 5;
const table = fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 4 }), {
  minLength: 2,
  maxLength: 4,
});

/** Unknown counts of withheld groups with people, by name, and their sums that a reader knows. */
function sumsOf(sizes: readonly (readonly number[])[]) {
  const people = sizes.flatMap((row, r) =>
    row.flatMap((count, c) =>
      Array.from({ length: count }, () => personOf([`r${r}`, `c${c}`], "0.5", false)),
    ),
  );
  const rounds = [{ people, draw: { order: null }, reported: [] }];
  const { groupings } = groupFigures({ columns: ["row", "column"], rounds, least });
  const [rows, columns, cells] = groupings.map(({ groups }) => new Set(groups.map(cellsKey)));
  const isHidden = groupings.map(({ withheldCount }) => withheldCount === null);
  const unknown = new Set<string>();
  const sums: string[][] = [[], []];
  sizes.forEach((row, r) => {
    if (sum(row) > 0 && !rows?.has(`r${r}`)) sums[0]?.push(`r${r}`);
  });
  const width = Math.max(...sizes.map((row) => row.length));
  for (let c = 0; c < width; c += 1) {
    const size = sum(sizes.map((row) => row[c] ?? 0));
    if (size > 0 && !columns?.has(`c${c}`)) sums[1]?.push(`c${c}`);
  }
  const hidden = sizes.flatMap((row, r) =>
    row.flatMap((count, c) => (count > 0 && !cells?.has(`r${r}·c${c}`) ? [[`r${r}`, `c${c}`] as const] : [])),
  );
  // A hidden total is the sum of its cells: of both sides of the equation nothing is known.
  for (const side of [0, 1] as const) {
    for (const name of new Set(hidden.map((ends) => ends[side]))) {
      const own = hidden.filter((ends) => ends[side] === name).map((ends) => ends.join("·"));
      const isTotalHidden = sums[side]?.includes(name);
      sums.push(isTotalHidden ? [...own, `-${name}`] : own);
    }
  }
  for (const names of sums) for (const name of names) unknown.add(name.replace("-", ""));
  const isAllHidden = isHidden[2] === true || isHidden[0] === true || isHidden[1] === true;
  return { sums: sums.filter((names) => names.length > 0), unknown: [...unknown], isAllHidden };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the unknowns that the sums determine, by Gauss and Jordan's elimination. */
function determined(sums: readonly (readonly string[])[], unknown: readonly string[]): string[] {
  const rows = sums.map((names) =>
    unknown.map((name): number => (names.includes(name) ? 1 : names.includes(`-${name}`) ? -1 : 0)),
  );
  let done = 0;
  unknown.forEach((_, column) => {
    const pivot = rows.findIndex((row, place) => place >= done && Math.abs(row[column] ?? 0) > 1e-9);
    if (pivot < 0) return;
    const [row = []] = rows.splice(pivot, 1);
    const scaled = row.map((value) => value / (row[column] ?? 1));
    rows.forEach((other, place) => {
      const factor = other[column] ?? 0;
      rows[place] = other.map((value, at) => value - factor * (scaled[at] ?? 0));
    });
    rows.splice(done, 0, scaled);
    done += 1;
  });
  return rows.flatMap((row) => {
    const used = unknown.filter((_, at) => Math.abs(row[at] ?? 0) > 1e-9);
    return used.length === 1 ? used : [];
  });
}

it("no withheld count follows from the shown ones by subtraction", () => {
  let hiddenTables = 0;
  fc.assert(
    fc.property(table, (sizes) => {
      const { sums, unknown, isAllHidden } = sumsOf(sizes);
      if (isAllHidden) return;
      hiddenTables += Number(unknown.length > 0);
      expect(determined(sums, unknown)).toEqual([]);
    }),
    { numRuns: 1_000, seed: 36 },
  );
  expect(hiddenTables).toBeGreaterThan(100);
});
