/** Browser storage that persists between pages and sessions. */
export type Items = Pick<Storage, "getItem" | "setItem" | "removeItem"> & {
  /** false if the browser stores nothing: items then last only as long as this page. */
  readonly isDurable: () => boolean;
};

/**
 * Wraps the browser's storage. Items that it refuses (full or switched off) are kept in the page's memory.
 *
 * @internal exported for tests
 */
export function keepingItems(open: () => Storage): Items {
  const memory = new Map<string, string>();
  const local = tryOpen(open);
  let refused = local === undefined;
  return {
    isDurable: () => !refused,
    getItem: (key) => memory.get(key) ?? local?.getItem(key) ?? null,
    setItem: (key, value) => {
      try {
        if (local === undefined) throw new Error("nothing is kept here");
        local.setItem(key, value);
        memory.delete(key);
      } catch {
        refused = true;
        memory.set(key, value);
      }
    },
    removeItem: (key) => {
      memory.delete(key);
      local?.removeItem(key);
    },
  };
}

function tryOpen(open: () => Storage): Storage | undefined {
  try {
    return open();
  } catch {
    // Some browsers throw on mere access.
    return undefined;
  }
}

let items: Items | undefined;

export function deviceItems(): Items {
  items ??= keepingItems(() => localStorage);
  return items;
}

/** Parses a stored text; undefined if there is none, or if it was corrupted by hand. */
export function parseItem(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
