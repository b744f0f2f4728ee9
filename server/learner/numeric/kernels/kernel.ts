import type { Kernel } from "./contract.ts";
import { typedArrays } from "./typed-arrays.ts";

let current: Kernel | undefined;

/** Returns the kernel in use: typed arrays, unless a program has set another one. */
export function kernel(): Kernel {
  current ??= typedArrays();
  return current;
}

/** Sets the kernel in use. Nothing else changes: kernels give equal bits. */
export function setKernel(other: Kernel): void {
  current = other;
}
