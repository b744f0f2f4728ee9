import { type Items, keepingItems } from "#components/ui/browser-storage.ts";

/** An in-memory browser storage, which two tabs can share. */
export function sharedStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value);
    },
    removeItem: (key) => {
      kept.delete(key);
    },
  };
}

export function tabOf(storage: Storage): Items {
  return keepingItems(() => storage);
}
