import type { App } from "#server/services/app/app.ts";
import { processWide } from "#server/services/process/process-wide.ts";

/** A state of a class of a million rules takes 8 MB. */
const byteLimit = 256 * 1024 * 1024;

/** What the log binds of a state: another history of the study has another hash. */
type Key = { readonly studyId: string; readonly stateHash: string };

/** By study and hash; the least recently used comes first. */
type Warm = Map<string, { readonly studyId: string; readonly snapshot: Uint8Array }>;

/** By application, since a test runs several in one process. */
function statesOf(app: App): Warm {
  const apps = processWide("warm-states", () => new WeakMap<App, Warm>());
  const states: Warm = apps.get(app) ?? new Map();
  apps.set(app, states);
  return states;
}

/** A newest state as bytes in memory that the workers read too: between an update and the next opening nothing is copied. */
export function warmState(app: App, key: Key): Uint8Array | undefined {
  const states = statesOf(app);
  const kept = states.get(nameOf(key));
  if (kept === undefined) return undefined;
  states.delete(nameOf(key));
  states.set(nameOf(key), kept);
  return kept.snapshot;
}

/** Keeps a state, and gives up those that were not used for longest, until all take no more than the limit. */
export function keepWarm(app: App, key: Key, snapshot: Uint8Array): void {
  const states = statesOf(app);
  states.delete(nameOf(key));
  states.set(nameOf(key), { studyId: key.studyId, snapshot: inSharedMemory(snapshot) });
  let total = 0;
  for (const { snapshot: each } of states.values()) total += each.byteLength;
  for (const [name, each] of states) {
    if (total <= byteLimit || name === nameOf(key)) return;
    states.delete(name);
    total -= each.snapshot.byteLength;
  }
}

/** Of a study somebody was erased from, since every state before rests on the erased cells. */
export function dropWarm(app: App, studyId: string): void {
  const states = statesOf(app);
  for (const [name, each] of states) if (each.studyId === studyId) states.delete(name);
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
