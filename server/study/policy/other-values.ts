import type { Features } from "#server/learner/config/spec.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { policyAnswers } from "./chances.ts";
import type { PolicyFile } from "./policy-file.ts";

/** A value that a cell could have had. above: just more than this; values: any of these. */
export type OtherValue =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "above"; readonly value: string }
  | { readonly kind: "values"; readonly values: readonly string[] };

/** Another value of one cell, as the rules of a policy tell it from the present one. */
export type Candidate = {
  readonly column: string;
  /** The column's place in the file. */
  readonly place: number;
  readonly to: OtherValue;
  /** A cell with such a value. */
  readonly cell: string;
  /** The distance from the present cell as a share of the column's range; 1 for a category, and from an empty cell. */
  readonly size: number;
};

type Column = PolicyFile["columns"][number];
type Found = Omit<Candidate, "column" | "place">;
/** The values of a column that the rules name, numbers in ascending order. */
type Named = { readonly cuts: readonly string[]; readonly values: readonly string[] };

/**
 * Lists the possible values of a person's cells that the rules of a policy tell apart from the present ones: one for
 * each set of values that all rules treat alike. Of numbers that is the nearest of the cuts, of values just above a
 * cut, and of values that a rule names, within the range of the people seen so far. Possible categories are those that
 * these people had, or where a column has too many, those that a rule names. An empty cell is not a possible value.
 *
 * @returns in the order of the columns; numbers ascend
 */
export function otherValues(policy: PolicyFile, person: Features): Candidate[] {
  return policy.columns.flatMap((column, place) => {
    const own = policy.conditions.filter((each) => each.column === column.name);
    const named = namedIn(
      own,
      policy.columnSums?.round.columns.find((each) => each.column === column.name),
    );
    const cuts = named.cuts.map((value) => ({ column: column.name, test: "at-most" as const, value }));
    const answersOf = policyAnswers({ columns: policy.columns, conditions: [...own, ...cuts] });
    const kindOf = (cell: string | null) => answersOf(person.with(place, cell)).join();
    const cell = person[place] ?? null;
    const found = column.type === "number" ? numbers(column, named, cell) : words(column, named);
    const kinds = Map.groupBy(found, (each) => kindOf(each.cell));
    kinds.delete(kindOf(cell));
    return [...kinds.values()].map((alike) => ({ column: column.name, place, ...oneOf(alike) }));
  });
}

function namedIn(conditions: PolicyFile["conditions"], summed?: { readonly cuts: readonly string[] }): Named {
  const cuts = conditions.flatMap(({ test, value }) =>
    test === "at-most" || test === "above" ? [value] : [],
  );
  const values = conditions.flatMap(({ test, value }) => (test === "is" || test === "is-not" ? [value] : []));
  const byNumber = new Map([...cuts, ...(summed?.cuts ?? [])].map((cut) => [Number(cut), cut]));
  return {
    cuts: [...byNumber].sort(([a], [b]) => a - b).map(([, cut]) => cut),
    values: [...new Set(values)],
  };
}

function numbers({ range }: Column, { cuts, values }: Named, cell: string | null): Found[] {
  if (range === null) return [];
  const [from, to] = [Number(range.from), Number(range.to)];
  const isPossible = (value: string) => isDecimal(value) && from <= Number(value) && Number(value) <= to;
  const sizeTo = (value: string) =>
    cell === null || from === to ? 1 : Math.abs(Number(value) - Number(cell)) / (to - from);
  const points = [...cuts, ...values.filter(isPossible)].map(Number);
  return [...new Set([...values, ...cuts])].filter(isPossible).flatMap((value): Found[] => {
    const exact: Found = { to: { kind: "value", value }, cell: value, size: sizeTo(value) };
    if (!cuts.includes(value) || Number(value) === to) return [exact];
    const above = justAbove(Number(value), [...points, to]);
    return [exact, { to: { kind: "above", value }, cell: above, size: sizeTo(value) }];
  });
}

/** Returns a number between a cut and the next number that matters. */
function justAbove(cut: number, points: readonly number[]): string {
  const next = Math.min(...points.filter((point) => point > cut));
  const middle = cut + (next - cut) / 2;
  return String(middle > cut ? middle : next);
}

function words({ values }: Column, named: Named): Found[] {
  return (values ?? named.values).map((value) => ({
    to: { kind: "values", values: [value] },
    cell: value,
    size: 1,
  }));
}

/** Returns the nearest of values that all rules treat alike; of categories all of them. */
function oneOf(alike: readonly Found[]): Found {
  const nearest = alike.reduce((best, each) => (each.size < best.size ? each : best));
  if (nearest.to.kind !== "values") return nearest;
  const values = alike.flatMap(({ to }) => (to.kind === "values" ? to.values : []));
  return { ...nearest, to: { kind: "values", values } };
}
