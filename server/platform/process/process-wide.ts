import { LRUCache } from "lru-cache";

/**
 * One value a process, whoever asks first makes it. Next bundles instrumentation, pages and routes apart, so a module
 * variable would exist several times; globalThis does not.
 */
export function processWide<T>(name: string, make: () => T): T {
  const slot = Symbol.for(`evenhand.${name}`);
  const shared = globalThis as { [key: symbol]: T | undefined };
  shared[slot] ??= make();
  return shared[slot];
}

/** One value a process and owner, such as a database, of which a test runs several. It is forgotten with its owner. */
export function processWideOf<T>(name: string, owner: object, make: () => T): T {
  const values = processWide(name, () => new WeakMap<object, T>());
  const value = values.get(owner) ?? make();
  values.set(owner, value);
  return value;
}

/** What a process remembers by a key, and forgets again, that of the least recent use first. */
export function processCache<T extends object>(
  name: string,
  limits: LRUCache.Options<string, T, unknown>,
): LRUCache<string, T> {
  return processWide(name, () => new LRUCache(limits));
}
