import { EXP_CONSTANTS, POWERS_OF_ROOT } from "#server/learner/numeric/falling-exp.ts";
import { CELLS, CHUNK, type Kernel, PARTS, SLOTS, type Sweeper } from "./contract.ts";
import { wasmSweeper } from "./wasm-sweeper.ts";

type Exports = Pick<Kernel, "least" | "weigh" | "open" | "accumulate" | "tally" | "charge" | "join"> & {
  readonly memory: { readonly buffer: ArrayBuffer };
};

/**
 * The offsets of the arrays in the module's memory, one after the other; equal to those in
 * server/learner/numeric/kernels/assembly/rules.ts.
 */
const START = 1_024;

/**
 * The kernel compiled from server/learner/numeric/kernels/assembly/rules.ts.
 *
 * @param bytes of the module
 * @throws WebAssembly.CompileError if the bytes are not a module, or this engine does not support vectors of 128 bits
 */
export function wasmKernel(bytes: BufferSource): Kernel {
  const module = new WebAssembly.Module(bytes);
  const { exports } = new WebAssembly.Instance(module);
  const { memory, least, weigh, ...others } = exports as unknown as Exports;
  const { open, accumulate, tally, charge, join } = others;
  let next = START;
  const doubles = (count: number) => {
    const array = new Float64Array(memory.buffer, next, count);
    next += array.byteLength;
    return array;
  };
  const bytesOf = (count: number) => {
    const array = new Uint8Array(memory.buffer, next, count);
    next += array.byteLength;
    return array;
  };
  doubles(POWERS_OF_ROOT.length).set(POWERS_OF_ROOT);
  doubles(16).set(EXP_CONSTANTS);
  const extremes = doubles(2);
  const [loss, tilt, prior] = [doubles(CHUNK), doubles(CHUNK), doubles(CHUNK)];
  const [values, cumulative] = [doubles(CHUNK), doubles(CHUNK)];
  const [patterns, lows] = [bytesOf(SLOTS * CHUNK), bytesOf(SLOTS * CHUNK)];
  const [costs, sums] = [doubles(SLOTS * CELLS), doubles(SLOTS * CELLS * PARTS)];
  const paired = (count: number, arrays: readonly Float64Array[]) => {
    if (count % 2 === 1) for (const array of arrays) array[count] = array[count - 1] as number;
  };
  let sweeper: Sweeper | null = null;
  return {
    name: "wasm",
    ...{ loss, tilt, prior, values, cumulative, patterns, lows, costs, sums, extremes },
    ...{ open, accumulate, tally, charge, join },
    least(count) {
      paired(count, [loss, tilt, prior]);
      return least(count);
    },
    weigh(count, rate, from) {
      paired(count, [loss, tilt, prior]);
      return weigh(count, rate, from);
    },
    sweeper(size) {
      if (sweeper?.size !== size) sweeper = wasmSweeper(module, size);
      return sweeper;
    },
  };
}
