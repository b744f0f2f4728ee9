import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ComponentProps, createElement, type ReactNode } from "react";
import { formatNumber } from "#server/format.ts";
import { classNames } from "./class-names.ts";
import { Link } from "./link.tsx";
import { askedSort, type ListState, listAddress } from "./list-state.ts";
import { Sheet } from "./sheet.tsx";

/**
 * Table. With `fold`, up to five columns become rows on a small screen (name each cell's column with `label`);
 * otherwise the table scrolls sideways.
 */
export function Table({
  caption,
  head,
  fold = false,
  bare = false,
  isLong = false,
  className,
  children,
}: {
  /** Content of the table, for screen readers. */
  caption: string;
  head: ReactNode;
  fold?: boolean;
  /** Without padding at the sides, outside a sheet. */
  bare?: boolean;
  /** Keeps the header in sight while the rows scroll. */
  isLong?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const table = (
    <table
      className={classNames(
        "lines w-full border-collapse text-sm",
        !bare &&
          "[&_tr>:first-child]:ps-4 [&_tr>:last-child]:pe-4 md:[&_tr>:first-child]:ps-6 md:[&_tr>:last-child]:pe-6",
        bare && "[&_tr>:first-child]:ps-0 [&_tr>:last-child]:pe-0",
        fold && "fold",
        isLong &&
          "[&>thead_th]:sticky [&>thead_th]:top-0 [&>thead_th]:z-1 [&>thead_th]:border-b-0 [&>thead_th]:bg-sheet [&>thead_th]:shadow-[inset_0_-1px_0_var(--rule)]",
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>{head}</thead>
      <tbody>{children}</tbody>
    </table>
  );
  // A region that scrolls must be reachable by keyboard.
  return fold ? (
    table
  ) : (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls
      tabIndex={0}
      aria-label={caption}
      className={classNames(
        "overflow-x-auto",
        // The header stays in sight only within the area that scrolls, so that area has to fit the screen.
        isLong && "md:max-h-[85dvh] md:overflow-y-auto print:max-h-none print:overflow-visible",
      )}
    >
      {table}
    </section>
  );
}

/**
 * Column of a table: its header, the cell of a row, and how it looks. The first column names the row. A cell that is a
 * number is written in the reader's language.
 */
export type CellColumn<Item> = readonly [
  head: string,
  cell: (item: Item) => ReactNode,
  look?: {
    readonly numeric?: boolean;
    /** Shorter name of the column for small screens. */
    readonly label?: string;
    readonly className?: string;
    /** The column of a row's buttons: only screen readers get its header. */
    readonly isActions?: boolean;
    readonly sort?: ColumnSort<Item>;
  },
];

/** How a list is sorted by a column: its name in the address, and its value of a row unless the server sorts. */
export type ColumnSort<Item> = {
  readonly name: string;
  readonly by?: (item: Item) => string | number | null;
};

/** Look of the last column of a table, with the buttons of each row. */
export const actions = { isActions: true, className: "md:text-right" } as const;

/** Table with a row for each item. Columns that are `false` are left out. */
export function DataTable<Item>({
  rows,
  keyOf,
  columns,
  rowClass,
  list,
  fold = false,
  ...table
}: Omit<ComponentProps<typeof Table>, "head" | "children" | "isLong"> & {
  rows: readonly Item[];
  keyOf: (item: Item) => string | number;
  columns: readonly (CellColumn<Item> | false)[];
  rowClass?: (item: Item) => string | undefined;
  /** State of a list that its headers sort. */
  list?: ListState;
}) {
  const shown = columns.filter((column) => column !== false);
  const heads = shown.map(([head, , { numeric, isActions, sort } = {}]) =>
    list && sort ? (
      <SortHeader key={head} numeric={numeric} list={list} name={sort.name}>
        {head}
      </SortHeader>
    ) : (
      <HeaderCell key={head} numeric={numeric}>
        {isActions ? <span className="sr-only">{head}</span> : head}
      </HeaderCell>
    ),
  );
  return (
    <Table {...table} fold={fold} isLong={list !== undefined} head={<tr>{heads}</tr>}>
      {rows.map((item) => {
        const className = rowClass?.(item);
        const cells = shown.map((column, index) => cellOf(item, column, { isHead: index === 0, fold }));
        // Not as an array: the data of a page would have a key for each cell.
        return createElement("tr", { key: keyOf(item), ...(className && { className }) }, ...cells);
      })}
    </Table>
  );
}

/** Table in a sheet of its own. It folds on a small screen unless `fold` is false. */
export function TableSheet<Item>(table: ComponentProps<typeof DataTable<Item>>) {
  return (
    <Sheet>
      <DataTable fold {...table} />
    </Sheet>
  );
}

function cellOf<Item>(
  item: Item,
  [head, cell, { isActions, sort: _, label = head, ...look } = {}]: CellColumn<Item>,
  { isHead, fold }: { isHead: boolean; fold: boolean },
): ReactNode {
  const given = cell(item);
  const content = typeof given === "number" ? formatNumber(given) : given;
  if (isHead) {
    // A bare number says nothing without its column's name.
    const isNumber = typeof content === "string" && /^\d[\d.,]*$/.test(content);
    return (
      <RowHead {...(fold && isNumber && { label })} className={look.className}>
        {content}
      </RowHead>
    );
  }
  return (
    <Cell label={fold && !isActions ? label : undefined} {...look}>
      {content}
    </Cell>
  );
}

type HeaderProps = { numeric?: boolean | undefined } & ComponentProps<"th">;

export function HeaderCell({ numeric = false, className, ...rest }: HeaderProps) {
  return <th scope="col" className={classNames(numeric && "text-end", className) || undefined} {...rest} />;
}

/** Header cell of a column by which a table can be sorted: a link to the sorted table. */
function SortHeader({ numeric, list, name, children }: HeaderProps & { list: ListState; name: string }) {
  const asked = askedSort(list, [name]);
  const direction = asked && (asked.isDescending ? "descending" : "ascending");
  const Arrow = direction === null ? ChevronsUpDown : direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <HeaderCell numeric={numeric} {...(direction && { "aria-sort": direction })}>
      <Link
        scroll={false}
        href={listAddress(list, { sort: direction === "ascending" ? `-${name}` : name })}
        className="-my-[3px] inline-flex min-h-6 items-center gap-1 text-inherit no-underline hover:text-ink hover:underline"
      >
        {children}
        <Arrow aria-hidden className="size-3.5 flex-none" />
      </Link>
      <span className="in-fold hidden">{children}</span>
    </HeaderCell>
  );
}

type CellProps = { label?: string | undefined; numeric?: boolean | undefined };

export function Cell({ label, numeric = false, className, ...rest }: CellProps & ComponentProps<"td">) {
  const look = classNames(numeric && "text-end", className);
  return <td {...given({ "data-label": label, className: look })} {...rest} />;
}

/** Cell that names its row. */
export function RowHead({ label, className, ...rest }: { label?: string } & ComponentProps<"th">) {
  return <th scope="row" {...given({ "data-label": label, className })} {...rest} />;
}

/** Returns the attributes that have a value. The data of a page name the others too, for each cell. */
function given(attributes: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value));
}
