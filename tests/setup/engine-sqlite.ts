import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore, type StoreLocation } from "#db/open-store.ts";
import type { MigratableStore } from "#db/store/store.ts";
import type { TestEngine } from "./engines.ts";
import { once } from "./migrated.ts";

/** Files in a temporary folder, each a copy of the one that was migrated for this run. */
export function sqliteEngine(): TestEngine {
  const stores: MigratableStore[] = [];
  const root = once(() => mkdtemp(join(tmpdir(), "evenhand-test-")));
  const emptyPlace = async () => ({ dataFolder: await mkdtemp(join(await root(), "data-")) });

  const newPlace = async (empty?: "empty") => {
    const place = await emptyPlace();
    // Not a live file: its only connection was closed.
    if (empty === undefined) await copyFile(template(), fileOf(place));
    return place;
  };

  return {
    name: "sqlite",
    newPlace,
    openStore: async () => {
      const store = await connectStore(await newPlace());
      stores.push(store);
      return store;
    },
    cleanUp: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await rm(await root(), { recursive: true, force: true });
    },
  };
}

function template(): string {
  const dataFolder = process.env.EVENHAND_TEST_SQLITE_TEMPLATE;
  if (dataFolder === undefined) throw new Error("tests/setup/sqlite-template.ts has not run");
  return fileOf({ dataFolder });
}

function fileOf({ dataFolder }: StoreLocation): string {
  return join(dataFolder, "evenhand.sqlite");
}
