import Form from "next/form";
import * as controls from "#messages/controls.ts";
import * as t from "#messages/lists.ts";
import { ButtonLink, Submit } from "../button.tsx";
import { Field } from "../field.tsx";
import { askedFor, type ListState, listAddress } from "../list-state.ts";
import { type OptionList, Select } from "../select.tsx";
import type { ListFilter, SortableColumn } from "./arrange.ts";
import { FollowAddress } from "./follow-address.tsx";

type Filters = readonly Pick<ListFilter<never>, "name" | "label" | "options">[];

type Props = {
  state: ListState;
  /** What the search field looks for. */
  search: string;
  hint?: string | undefined;
  filters?: Filters;
  /** Values of `sort`, each with its words. */
  sorts?: OptionList;
  /** Whether the headers of a table sort too, so that only a small screen needs the choice. */
  hasHeaders?: boolean;
  /** How many rows match, of how many; left out where the page says it. */
  counts?: { readonly found: number; readonly total: number };
};

/** Search, filters and order of a list. A plain form with the method GET, so that it works without JavaScript. */
export function ListTools({
  state,
  search,
  hint,
  filters = [],
  sorts = [],
  hasHeaders = false,
  counts,
}: Props) {
  const { prefix } = state;
  const own = ["search", "sort", "page", ...filters.map(({ name }) => name)].map(
    (name) => `${prefix}${name}`,
  );
  const kept = Object.entries(state.params).filter(([name]) => !own.includes(name));
  const isChosen = isNarrowed(state, filters);
  return (
    <search>
      {/* On a phone the tools would take the first screen. Without a script they open too. */}
      <details open={isChosen} className="peer md:hidden">
        <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">{t.tools()}</summary>
      </details>
      <Form
        action={state.address}
        scroll={false}
        prefetch={false}
        className="flex flex-wrap items-end gap-x-3 gap-y-3 md:items-start max-md:peer-[:not([open])]:hidden"
      >
        <FollowAddress at={listAddress(state, {})} />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          label={search}
          hint={hint}
          name={`${prefix}search`}
          type="search"
          maxLength={200}
          defaultValue={askedFor(state, "search")}
          className="min-w-0 flex-1 basis-56 sm:max-w-96"
        />
        {filters.map(({ name, label, options }) => (
          <Select
            key={`${name} ${askedFor(state, name)}`}
            label={label}
            name={`${prefix}${name}`}
            defaultValue={askedFor(state, name)}
            options={[["", t.all()], ...options]}
          />
        ))}
        {sorts.length > 0 && (
          <Select
            key={askedFor(state, "sort")}
            label={t.order()}
            name={`${prefix}sort`}
            defaultValue={askedFor(state, "sort")}
            options={[["", t.usual()], ...sorts]}
            className={hasHeaders ? "md:hidden" : ""}
          />
        )}
        <span className="flex gap-2 md:mt-6">
          <Submit act={controls.search()} />
          {isChosen && (
            <ButtonLink scroll={false} href={clearedAddress(state, filters)}>
              {controls.showAll()}
            </ButtonLink>
          )}
        </span>
      </Form>
      {counts && (
        <p role="status" className="mt-2 text-sm text-ink-2">
          {t.counts({ ...counts, isChosen })}
        </p>
      )}
    </search>
  );
}

/** Up to this many rows are seen at a glance and need no search. */
const fewRows = 8;

/** Whether a list needs its search and filters. */
export function hasTools(state: ListState, filters: Filters, total: number): boolean {
  return total > fewRows || isNarrowed(state, filters);
}

/** Whether a search or a filter leaves rows of a list out. */
function isNarrowed(state: ListState, filters: Filters): boolean {
  return ["search", ...filters.map(({ name }) => name)].some((name) => askedFor(state, name) !== "");
}

/** Builds the address of a list without its search and its filters. */
export function clearedAddress(state: ListState, filters: Filters): string {
  return listAddress(
    state,
    Object.fromEntries(["search", ...filters.map(({ name }) => name)].map((name) => [name, ""])),
  );
}

/** Returns the two directions of each column by which a table can be sorted, as options. */
export function sortOptions<Item>(columns: readonly SortableColumn<Item>[]): OptionList {
  return columns.flatMap((column) => {
    const sort = column === false ? undefined : column[2]?.sort;
    if (column === false || sort === undefined) return [];
    const words = (isDescending: boolean) => t.sorting({ column: column[0], isDescending });
    return [
      [sort.name, words(false)],
      [`-${sort.name}`, words(true)],
    ] as const;
  });
}
