/** What a reader asked of a list: search, sort, filters and page. All of it is in the address of the page. */
export type ListState = {
  /** Address of the page without its query; it may name the list's section. */
  readonly address: string;
  /** The query of the page: every parameter that is given once. */
  readonly params: Readonly<Record<string, string>>;
  /** Precedes the names of this list's parameters, on a page with several lists. */
  readonly prefix: string;
};

export type PageParams = Readonly<Record<string, string | string[] | undefined>>;

/** Longest search allowed. */
const longest = 200;

/** Reads the state of a list from the query of its page. A parameter that is empty or given twice is ignored. */
export function listState(address: string, params: PageParams, prefix = ""): ListState {
  const given = Object.entries(params).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" && value.isWellFormed()
      ? [[name, value.replaceAll("\0", "").trim().slice(0, longest)] as const]
      : [],
  );
  return { address, params: Object.fromEntries(given), prefix };
}

/** Returns the value of a parameter of a list, such as `search`; "" if it is not given. */
export function askedFor({ params, prefix }: ListState, name: string): string {
  return params[`${prefix}${name}`] ?? "";
}

/** Returns the asked page of a list whose pages are numbered. Anything but a number means the first one. */
export function askedPage(state: ListState): number {
  const page = askedFor(state, "page");
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

/** Returns the column by which a list is sorted, if it is one of these, and the direction. */
export function askedSort<Name extends string>(state: ListState, names: readonly Name[]) {
  const sort = askedFor(state, "sort");
  const name = names.find((each) => each === sort.replace(/^-/, ""));
  return name === undefined ? null : { name, isDescending: sort.startsWith("-") };
}

/** Builds the address of a list with changed parameters; "" removes one. A change of anything else leads to the first page. */
export function listAddress(state: ListState, changes: Readonly<Record<string, string>>): string {
  const { address, params, prefix } = state;
  const query = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ page: "", ...changes })) {
    if (value === "") query.delete(`${prefix}${name}`);
    else query.set(`${prefix}${name}`, value);
  }
  const [path, section] = address.split("#");
  return `${path}${query.size === 0 ? "" : `?${query}`}${section === undefined ? "" : `#${section}`}`;
}
