import type { Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { currentRequest } from "#server/platform/process/request.ts";

/** Wraps a store to measure how long transactions wait for their turn and for the disk. */
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
      return markingAway(done.then((value) => noteCommit(value, asked, seen)));
    },
    read: (body) => markingAway(store.read(body)),
    backlogOf: (kind) => store.backlogOf(kind),
    time: () => markingAway(store.time()),
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

/**
 * Passes on the result. A temporary failure of the store is marked on the request, so that it does not count as an
 * error of the server.
 */
function markingAway<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isStoreError(error) && passes.has(error.code)) markAway(error);
    throw error;
  });
}

/**
 * Marks the request as failed by an unavailable store.
 *
 * @param error gets a digest, by which a page that cannot be shown recognises it (components/ui/shell/failed.tsx)
 */
function markAway(error: Error): void {
  const request = currentRequest();
  if (request !== undefined) request.isStorageAway = true;
  Object.assign(error, { digest: "storage-away" });
}

const passes: ReadonlySet<string> = new Set(["busy", "unavailable", "closed"]);
