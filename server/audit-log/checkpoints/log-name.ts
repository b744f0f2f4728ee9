/** Returns the name of a log's checkpoints from its n-th restore on. */
export function restoredName(first: string, n: number): string {
  return `${first}/restored-${n}`;
}

/** Splits the name of a log's checkpoints into its first name and the number of restores, 0 before the first one. */
export function readLogName(origin: string): { readonly first: string; readonly restoreCount: number } {
  const [, first = origin, restores = "0"] = /^(.*?)\/restored-([1-9]\d{0,8})$/.exec(origin) ?? [];
  return { first, restoreCount: Number(restores) };
}
