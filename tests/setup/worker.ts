/** Builds the worker's bundle before any test, since services and tests load it. */
export async function setup(): Promise<void> {
  await import("../../scripts/build-worker.mjs");
}
