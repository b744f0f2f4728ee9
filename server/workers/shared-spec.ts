import { createHash } from "node:crypto";

/**
 * A spec is sent to a thread as JSON in memory that all threads read, which is made once. Copying 100,000 cut points
 * object by object blocks a request thread for tens of milliseconds, and their text for one in each of both threads.
 */
export type SharedSpec = { readonly hash: string; readonly bytes: Uint8Array };

const shared = new WeakMap<object, SharedSpec>();
let latest: { readonly hash: string; readonly spec: unknown } | undefined;

/**
 * Returns a spec as its threads read it.
 *
 * @param spec plain data that never changes; the same object gives the same memory at once
 */
export function shareSpec(spec: object): SharedSpec {
  const known = shared.get(spec);
  if (known !== undefined) return known;
  const text = Buffer.from(JSON.stringify(spec));
  const bytes = new Uint8Array(new SharedArrayBuffer(text.length));
  bytes.set(text);
  const made = { hash: createHash("sha256").update(text).digest("hex"), bytes };
  shared.set(spec, made);
  return made;
}

/** Reads a shared spec. Do not change it: a thread keeps the latest one for its next task. */
export function readSpec({ hash, bytes }: SharedSpec): unknown {
  if (latest?.hash !== hash) latest = { hash, spec: JSON.parse(Buffer.from(bytes).toString()) };
  return latest.spec;
}
