import type { MigratableStore } from "#db/store/store.ts";

/** Changes rows directly in the database, bypassing the guards of an append-only table; fails if nothing changes. */
export async function changeByHand(
  store: MigratableStore,
  table: string,
  change: { readonly set: string; readonly where?: string },
): Promise<void> {
  const guard = store.engine === "sqlite" ? `${table}_no_update` : `${table}_no_change on ${table}`;
  const where = change.where ?? "true";
  const changed = await store.alter(async (run) => {
    await run(`drop trigger if exists ${guard}`);
    return run(`update ${table} set ${change.set} where ${where} returning 1`);
  });
  if (changed.length === 0) throw new Error(`no row of ${table} was changed`);
}
