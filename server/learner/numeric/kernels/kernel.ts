import type { Kernel } from "./contract.ts";
import { typedArrays } from "./typed-arrays.ts";

let current: Kernel | undefined;

/** The kernel in use: typed arrays, until a program that has another one says so. */
export function kernel(): Kernel {
  current ??= typedArrays();
  return current;
}

/** Puts another kernel in use. Nothing else changes: kernels give equal bits. */
export function setKernel(other: Kernel): void {
  current = other;
}
