import { LRUCache } from "lru-cache";
import type { App } from "#server/platform/app/app.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";

/** Size limit of the cache. A state of a class of a million rules takes 8 MB. */
const byteLimit = 256 * 1024 * 1024;

/** Key of a state. The log binds its hash, so another history of the study has another hash. */
type Key = { readonly studyId: string; readonly stateHash: string };

/** Cached states by study and hash. */
type CachedStates = LRUCache<string, { readonly studyId: string; readonly snapshot: Uint8Array }>;

/** Makes an empty cache. A state larger than the limit is kept alone. */
const emptyCache = (): CachedStates =>
  new LRUCache({
    maxSize: byteLimit,
    sizeCalculation: ({ snapshot }) => Math.min(Math.max(1, snapshot.byteLength), byteLimit),
  });

/** Returns the cache of an application, since a test runs several in one process. */
function cacheOf(app: App): CachedStates {
  return processWideOf("learner-states", app, emptyCache);
}

/**
 * Returns a cached newest state, in memory that the workers read too: between an update and the next opening nothing is
 * copied.
 */
export function cachedState(app: App, key: Key): Uint8Array | undefined {
  return cacheOf(app).get(nameOf(key))?.snapshot;
}

/** Caches a state, and drops the least recently used ones until the rest fits the limit. */
export function cacheState(app: App, key: Key, snapshot: Uint8Array): void {
  cacheOf(app).set(nameOf(key), { studyId: key.studyId, snapshot: inSharedMemory(snapshot) });
}

/** Drops a study's cached states after an erasure, since every earlier state was computed from the erased cells. */
export function dropCachedStates(app: App, studyId: string): void {
  const states = cacheOf(app);
  for (const [name, each] of [...states.entries()]) if (each.studyId === studyId) states.delete(name);
}

function nameOf({ studyId, stateHash }: Key): string {
  return `${studyId} ${stateHash}`;
}

function inSharedMemory(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}
