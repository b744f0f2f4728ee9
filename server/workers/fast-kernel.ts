import { existsSync, readFileSync } from "node:fs";
import { setKernel } from "#server/learner/numeric/kernels/kernel.ts";
import { wasmKernel } from "#server/learner/numeric/kernels/wasm.ts";

/**
 * Loads the compiled kernel for this thread, if it was built. Otherwise the kernel of typed arrays computes the same
 * bits more slowly.
 *
 * @param file .build/kernel.wasm, which is built with the worker
 */
export function loadFastKernel(file: string | URL): void {
  if (existsSync(file)) setKernel(wasmKernel(readFileSync(file)));
}
