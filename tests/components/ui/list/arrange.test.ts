import { expect, it } from "vitest";
import { arrange, type ListFilter, type SortableColumn } from "#components/ui/list/arrange.ts";
import { askedSort, listAddress, listState, type PageParams } from "#components/ui/list-state.ts";

type Fruit = { readonly name: string; readonly size: number | null };

const fruits: readonly Fruit[] = [
  { name: "Pear 10", size: 3 },
  { name: "pear 9", size: null },
  { name: "Apple", size: 1 },
];
const columns: readonly SortableColumn<Fruit>[] = [
  ["Name", null, { sort: { name: "name", by: ({ name }) => name } }],
  ["Size", null, { sort: { name: "size", by: ({ size }) => size } }],
  false,
  ["Colour", null],
];
const filters: readonly ListFilter<Fruit>[] = [
  { name: "size", label: "Size", options: [], of: ({ size }) => String(size) },
];

const shown = (params: PageParams, pageLength = 10) => {
  const state = listState("/fruits#table", params);
  const { rows, ...rest } = arrange(fruits, {
    state,
    columns,
    filters,
    textOf: ({ name }) => name,
    pageLength,
  });
  return { names: rows.map(({ name }) => name), ...rest };
};

it("keeps the order of rows unless the address names a column", () => {
  const all = ["Pear 10", "pear 9", "Apple"];
  expect(shown({})).toEqual({ names: all, found: 3, total: 3, back: null, on: null });
  for (const sort of ["Colour", "", "-", ["name", "name"]]) expect(shown({ sort }).names).toEqual(all);
});

it("sorts words by locale, and rows without a value last in both directions", () => {
  expect(shown({ sort: "name" }).names).toEqual(["Apple", "pear 9", "Pear 10"]);
  expect(shown({ sort: "-name" }).names).toEqual(["Pear 10", "pear 9", "Apple"]);
  expect(shown({ sort: "size" }).names).toEqual(["Apple", "Pear 10", "pear 9"]);
  expect(shown({ sort: "-size" }).names).toEqual(["Pear 10", "Apple", "pear 9"]);
});

it("finds rows with each word of a search, in any case, among those of a filter", () => {
  expect(shown({ search: "PEAR" })).toMatchObject({ names: ["Pear 10", "pear 9"], found: 2, total: 3 });
  expect(shown({ search: "9 pear" }).names).toEqual(["pear 9"]);
  expect(shown({ search: "pear", size: "3" }).names).toEqual(["Pear 10"]);
  expect(shown({ size: "7" })).toMatchObject({ names: [], found: 0, total: 3 });
});

it("paginates, and shows the last page for a page beyond the end", () => {
  const search = "pear";
  expect(shown({ search }, 1)).toMatchObject({ names: ["Pear 10"], back: null });
  expect(shown({ search }, 1).on).toBe("/fruits?search=pear&page=2#table");
  expect(shown({ search, page: "2" }, 1)).toMatchObject({ names: ["pear 9"], on: null });
  expect(shown({ search, page: "99" }, 1).back).toBe("/fruits?search=pear#table");
  expect(shown({ search, page: "-1" }, 1).names).toEqual(["Pear 10"]);
});

it("keeps other lists' parameters in its links, which lead to the first page", () => {
  const state = listState("/fruits", { "a-sort": "-name", "a-page": "3", "b-page": "2" }, "a-");
  expect(askedSort(state, ["name"])).toEqual({ name: "name", isDescending: true });
  expect(listAddress(state, { search: "a b" })).toBe("/fruits?a-sort=-name&b-page=2&a-search=a+b");
  expect(listAddress(state, { sort: "" })).toBe("/fruits?b-page=2");
});

it("ignores values that no database or address can contain", () => {
  const { params } = listState("/", { search: " a\0b ", twice: ["1", "2"], broken: "\ud800" });
  expect(params).toEqual({ search: "ab" });
  expect(listState("/", { search: "x".repeat(300) }).params.search).toHaveLength(200);
});
