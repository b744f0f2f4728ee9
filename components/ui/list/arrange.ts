import { locale } from "#server/locale.ts";
import { askedFor, askedPage, askedSort, type ListState, listAddress } from "../list-state.ts";
import type { OptionList } from "../select.tsx";
import type { ColumnSort } from "../table.tsx";

export type ListFilter<Item> = {
  /** Parameter of the address. */
  readonly name: string;
  readonly label: string;
  readonly options: OptionList;
  /** Returns the option of a row. Left out if the server filters. */
  readonly of?: (item: Item) => string;
};

/** What a list must know of a column to be sorted by it. */
export type SortableColumn<Item> =
  | false
  | readonly [head: string, cell: unknown, look?: { readonly sort?: ColumnSort<Item> }];

/** Rows of one page of a list, how many match and how many there are, and the addresses of the pages around. */
export type Arranged<Item> = {
  readonly rows: readonly Item[];
  readonly found: number;
  readonly total: number;
  readonly back: string | null;
  readonly on: string | null;
};

type Value = string | number | null;

/** How rows that are all in memory are filtered, searched and sorted. */
type Arrangement<Item> = {
  readonly state: ListState;
  readonly columns: readonly SortableColumn<Item>[];
  readonly filters?: readonly Pick<ListFilter<Item>, "name" | "of">[];
  /** Returns the text of a row in which the search looks. */
  readonly textOf: (item: Item) => string;
};

/** Filters, searches, sorts and pages rows that are all in memory, as the state of their list says. */
export function arrange<Item>(
  all: readonly Item[],
  { pageLength, ...list }: Arrangement<Item> & { readonly pageLength?: number },
): Arranged<Item> {
  return { ...pageOf(inOrder(all, list), list.state, pageLength), total: all.length };
}

/** Filters, searches and sorts rows that are all in memory, as the state of their list says. */
export function inOrder<Item>(
  all: readonly Item[],
  { state, columns, filters = [], textOf }: Arrangement<Item>,
): readonly Item[] {
  const search = askedFor(state, "search");
  const found = all.filter(
    (item) =>
      (search === "" || hasWords(textOf(item), search)) &&
      filters.every(({ name, of }) => ["", of?.(item)].includes(askedFor(state, name))),
  );
  const sorts = columns.flatMap((column) => (column === false ? [] : (column[2]?.sort ?? [])));
  const asked = askedSort(
    state,
    sorts.map(({ name }) => name),
  );
  const by = sorts.find(({ name }) => name === asked?.name)?.by;
  return asked && by ? sortedBy(found, by, asked.isDescending) : found;
}

/** Takes the asked page of rows; the last one if there are fewer pages. */
export function pageOf<Item>(rows: readonly Item[], state: ListState, pageLength = 50) {
  const last = Math.max(1, Math.ceil(rows.length / pageLength));
  const page = Math.min(askedPage(state), last);
  return {
    rows: rows.slice((page - 1) * pageLength, page * pageLength),
    found: rows.length,
    ...pagesAround(state, page, page === last),
  };
}

/** Returns the addresses of the pages before and after a page of a list; null where there is none. */
export function pagesAround(state: ListState, page: number, isLast: boolean) {
  const at = (number: number) => listAddress(state, { page: number === 1 ? "" : String(number) });
  return { back: page === 1 ? null : at(page - 1), on: isLast ? null : at(page + 1) };
}

/** Whether a text contains each word of a search, in any case. */
function hasWords(text: string, search: string): boolean {
  const said = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

/** Sorts by a value, words as the reader's language does. Rows without a value come last in either direction. */
function sortedBy<Item>(rows: readonly Item[], by: (item: Item) => Value, isDescending: boolean): Item[] {
  const compare = (a: string, b: string) => a.localeCompare(b, locale(), { numeric: true });
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    const order = typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b));
    return isDescending ? -order : order;
  });
}
