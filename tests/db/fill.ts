import type { MigratableStore } from "#db/store/store.ts";
import { insertRaw } from "./raw-rows.ts";
import { rowsAtInitial } from "./rows-at-initial.ts";

/** Inserts one row into every table. */
export async function fillEveryTable(store: MigratableStore): Promise<void> {
  await store.alter(async (run) => {
    for (const [table, row] of rowsAtInitial) await insertRaw(run, store.engine, table, row);
  });
}
