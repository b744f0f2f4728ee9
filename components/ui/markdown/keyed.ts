/** A text never changes while it is shown, so places in it are good keys. */
export function keyed<T>(values: readonly T[]): { key: number; value: T }[] {
  return values.map((value, key) => ({ key, value }));
}
