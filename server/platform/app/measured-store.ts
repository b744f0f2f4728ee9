import type { Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { currentRequest } from "#server/platform/process/request.ts";

/** The same store, which counts how long transactions wait for their turn and for the disk. */
export function measured(store: Store): Store {
  return {
    engine: store.engine,
    tx: (body) => {
      const asked = performance.now();
      const seen = { began: asked, ended: asked };
      const done = store.tx(async (tx) => {
        seen.began = performance.now();
        const value = await body(tx);
        seen.ended = performance.now();
        return value;
      });
      return noted(done.then((value) => noteCommit(value, asked, seen)));
    },
    read: (body) => noted(store.read(body)),
    backlogOf: (kind) => store.backlogOf(kind),
    time: () => noted(store.time()),
    close: () => store.close(),
  };
}

function noteCommit<T>(value: T, asked: number, { began, ended }: { began: number; ended: number }): T {
  const { writeWait, commit, hour } = metrics();
  writeWait.observe((began - asked) / 1_000);
  commit.observe((performance.now() - ended) / 1_000);
  hour.commitWait.note(performance.now() - asked - (ended - began));
  return value;
}

/** A request that fails because of this is not the server's fault to be looked into, but comes again. */
function noted<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isStoreError(error) && passes.has(error.code)) noteAway(error);
    throw error;
  });
}

/** @param error a page that cannot be shown because of it says so by its digest (components/ui/shell/failed.tsx) */
function noteAway(error: Error): void {
  const request = currentRequest();
  if (request !== undefined) request.isStorageAway = true;
  Object.assign(error, { digest: "storage-away" });
}

const passes: ReadonlySet<string> = new Set(["busy", "unavailable", "closed"]);
