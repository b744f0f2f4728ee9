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
