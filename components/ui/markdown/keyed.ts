/** Adds keys to values. A text never changes while it is shown, so positions in it are stable keys. */
export function keyed<T>(values: readonly T[]): { key: number; value: T }[] {
  return values.map((value, key) => ({ key, value }));
}
