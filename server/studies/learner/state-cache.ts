import { LRUCache } from "lru-cache";
import type { App } from "#server/platform/app/app.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";

/** A state of a class of a million rules takes 8 MB. */
const byteLimit = 256 * 1024 * 1024;

/** What the log binds of a state: another history of the study has another hash. */
type Key = { readonly studyId: string; readonly stateHash: string };

/** By study and hash. */
type Warm = LRUCache<string, { readonly studyId: string; readonly snapshot: Uint8Array }>;

/** One that is larger than all may be is kept alone. */
const emptyWarm = (): Warm =>
  new LRUCache({
    maxSize: byteLimit,
    sizeCalculation: ({ snapshot }) => Math.min(Math.max(1, snapshot.byteLength), byteLimit),
  });

/** By application, since a test runs several in one process. */
function statesOf(app: App): Warm {
  return processWideOf("warm-states", app, emptyWarm);
}

/** A newest state as bytes in memory that the workers read too: between an update and the next opening nothing is copied. */
export function cachedState(app: App, key: Key): Uint8Array | undefined {
  return statesOf(app).get(nameOf(key))?.snapshot;
}

/** Keeps a state, and gives up those that were not used for longest, until all take no more than the limit. */
export function cacheState(app: App, key: Key, snapshot: Uint8Array): void {
  statesOf(app).set(nameOf(key), { studyId: key.studyId, snapshot: inSharedMemory(snapshot) });
}

/** Of a study somebody was erased from, since every state before rests on the erased cells. */
export function dropCachedStates(app: App, studyId: string): void {
  const states = statesOf(app);
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
