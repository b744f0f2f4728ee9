/** Services and tests load the worker's bundle, so it is made from the sources before any test. */
export async function setup(): Promise<void> {
  await import("../../scripts/build-worker.mjs");
}
