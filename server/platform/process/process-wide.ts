import { LRUCache } from "lru-cache";

/**
 * Returns a value that exists once per process; the first call makes it. Next bundles instrumentation, pages and routes
 * separately, so a module variable would exist several times; globalThis does not.
 */
export function processWide<T>(name: string, make: () => T): T {
  const slot = Symbol.for(`evenhand.${name}`);
  const shared = globalThis as { [key: symbol]: T | undefined };
  shared[slot] ??= make();
  return shared[slot];
}

/**
 * Returns a value that exists once per process and owner, such as a database, of which a test opens several. It is
 * released with its owner.
 */
export function processWideOf<T>(name: string, owner: object, make: () => T): T {
  const values = processWide(name, () => new WeakMap<object, T>());
  const value = values.get(owner) ?? make();
  values.set(owner, value);
  return value;
}

/** Returns a cache of this process that evicts the least recently used entry. */
export function processCache<T extends object>(
  name: string,
  limits: LRUCache.Options<string, T, unknown>,
): LRUCache<string, T> {
  return processWide(name, () => new LRUCache(limits));
}

/** Returns what a cache keeps under a key, or begins to make it: simultaneous callers share one. A failure is forgotten. */
export function madeOnce<T>(
  kept: LRUCache<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}
