import type { ComponentProps, ReactNode } from "react";
import * as controls from "#messages/controls.ts";
import * as t from "#messages/lists.ts";
import { Link } from "../link.tsx";
import type { ListState } from "../list-state.ts";
import { Pager } from "../pager.tsx";
import { Sheet, SheetBody } from "../sheet.tsx";
import { type CellColumn, DataTable } from "../table.tsx";
import type { Arranged, ListFilter } from "./arrange.ts";
import { clearedAddress, hasTools, ListTools, sortOptions } from "./list-tools.tsx";

/** Table that can be searched, filtered, sorted by its headers and turned page by page. Its state is in the address. */
export function ListTable<Item>({
  state,
  arranged: { rows, found, total, back, on },
  columns,
  filters = [],
  search,
  hint,
  noMatch,
  ruled = false,
  head,
  foot,
  ...table
}: Omit<ComponentProps<typeof DataTable<Item>>, "rows" | "list" | "columns"> & {
  state: ListState;
  arranged: Arranged<Item>;
  columns: readonly (CellColumn<Item> | false)[];
  filters?: readonly ListFilter<Item>[];
  /** Label of the search field. */
  search: string;
  hint?: string | undefined;
  /** Said if no row matches: "No person matches." */
  noMatch: string;
  ruled?: boolean;
  /** Shown above the search, such as a heading. */
  head?: ReactNode;
  /** Shown below the table. */
  foot?: ReactNode;
}) {
  return (
    <div>
      <Sheet ruled={ruled}>
        {head}
        {hasTools(state, filters, total) && (
          <SheetBody>
            <ListTools
              {...{ state, filters, search, hint }}
              sorts={sortOptions(columns)}
              hasHeaders
              counts={{ found, total }}
            />
          </SheetBody>
        )}
        {found > 0 || total === 0 ? (
          <DataTable {...table} rows={rows} columns={columns} list={state} />
        ) : (
          <SheetBody className="text-ink-2">
            {noMatch}{" "}
            <Link scroll={false} href={clearedAddress(state, filters)}>
              {controls.showAll()}
            </Link>
          </SheetBody>
        )}
        {foot}
      </Sheet>
      <Pager
        label={t.pagesOf({ list: table.caption })}
        words={{ back: t.pageBack(), on: t.pageOn() }}
        newer={back}
        older={on}
      />
    </div>
  );
}
