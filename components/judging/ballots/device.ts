/** What the browser keeps for us between pages and sessions. */
export type Items = Pick<Storage, "getItem" | "setItem" | "removeItem"> & {
  /** false where the browser keeps nothing: items then live as long as this page. */
  readonly isDurable: () => boolean;
};

/**
 * The browser's storage, with the page's own memory for what it refuses: full, or switched off.
 *
 * @internal exported for tests
 */
export function keepingItems(open: () => Storage): Items {
  const memory = new Map<string, string>();
  const local = openOrNothing(open);
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

function openOrNothing(open: () => Storage): Storage | undefined {
  try {
    return open();
  } catch {
    // Some browsers refuse even to be asked.
    return undefined;
  }
}

let items: Items | undefined;

export function deviceItems(): Items {
  items ??= keepingItems(() => localStorage);
  return items;
}
