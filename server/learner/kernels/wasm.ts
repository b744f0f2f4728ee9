import { CELLS, CHUNK, type Kernel, PARTS, SLOTS } from "./contract.ts";

type Exports = Pick<Kernel, "least" | "weigh" | "accumulate" | "tally" | "fold" | "add" | "charge"> & {
  readonly memory: { readonly buffer: ArrayBuffer };
};

/** Where the arrays stand in the module's memory: as in server/learner/kernels/assembly/rules.ts, one after the other. */
const START = 1_024;

/**
 * The kernel compiled from server/learner/kernels/assembly/rules.ts.
 *
 * @param bytes of the module
 * @throws WebAssembly.CompileError where the bytes are no module, or this engine knows no vectors of 128 bits
 */
export function wasmKernel(bytes: BufferSource): Kernel {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const { memory, least, weigh, accumulate, tally, fold, add, charge } = exports as unknown as Exports;
  let next = START;
  const doubles = (count: number) => {
    const array = new Float64Array(memory.buffer, next, count);
    next += array.byteLength;
    return array;
  };
  const [loss, compensation, prior] = [doubles(CHUNK), doubles(CHUNK), doubles(CHUNK)];
  const [values, cumulative] = [doubles(CHUNK), doubles(CHUNK)];
  const patterns = new Uint8Array(memory.buffer, next, CHUNK);
  next += CHUNK;
  const [costs, sums] = [doubles(SLOTS * CELLS), doubles(SLOTS * CELLS * PARTS)];
  const paired = (count: number, arrays: readonly Float64Array[]) => {
    if (count % 2 === 1) for (const array of arrays) array[count] = array[count - 1] as number;
  };
  return {
    name: "wasm",
    ...{ loss, compensation, prior, values, cumulative, patterns, costs, sums },
    ...{ accumulate, tally, fold },
    least(count) {
      paired(count, [loss, compensation, prior]);
      return least(count);
    },
    weigh(count, eta, from) {
      paired(count, [loss, compensation, prior]);
      return weigh(count, eta, from);
    },
    add(count) {
      paired(count, [loss, compensation, values]);
      return add(count);
    },
    charge(count, slot) {
      paired(count, [loss, compensation]);
      if (count % 2 === 1) patterns[count] = patterns[count - 1] as number;
      return charge(count, slot);
    },
  };
}
