import { migrate } from "#db/migrate.ts";
import { connectStore, type StoreLocation } from "#db/open-store.ts";

/** Migrates the database of an empty place, and closes it. */
export async function migrated(place: StoreLocation): Promise<StoreLocation> {
  const store = await connectStore(place);
  try {
    await migrate(store);
  } finally {
    await store.close();
  }
  return place;
}

/** Makes a value at its first use, and keeps it. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
