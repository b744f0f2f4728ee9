import type { Sweeper } from "./contract.ts";

type Exports = {
  readonly memory: WebAssembly.Memory;
  sweepSums(weights: number, signs: number, words: number): void;
  sweepMove(weights: number, tilt: number, signs: number, words: number): void;
};

/** The offset of the tables; equal to that in server/learner/numeric/kernels/assembly/rules.ts. */
const START = 1_024;

const PAGE = 65_536;

/** A sweep in an instance of the kernel's module with its own memory, which has as many rules as it needs. */
export function wasmSweeper(module: WebAssembly.Module, size: number): Sweeper {
  const { exports } = new WebAssembly.Instance(module);
  const { memory, sweepSums, sweepMove } = exports as unknown as Exports;
  const words = Math.ceil(size / 32);
  const start = START + 4 * 256 + 16;
  memory.grow(Math.max(0, Math.ceil((start + 520 * words - memory.buffer.byteLength) / PAGE)));
  const doubles = (at: number, count: number) => new Float64Array(memory.buffer, at, count);
  const [factors, changes, sums] = [
    doubles(START + 512, 32),
    doubles(START + 768, 32),
    doubles(START + 1_024, 2),
  ];
  const masks = new BigInt64Array(memory.buffer, START, 64);
  for (let rule = 0; rule < 32; rule++) {
    masks[rule] = signIn(rule) === 1 ? -1n : 0n;
    masks[32 + rule] = signIn(rule) === 2 ? -1n : 0n;
  }
  const [weights, tilt] = [doubles(start, 32 * words), doubles(start + 256 * words, 32 * words)];
  const signs = new Uint8Array(memory.buffer, start + 512 * words, 8 * words);
  return {
    ...{ size, weights, tilt, signs },
    sums() {
      sweepSums(weights.byteOffset, signs.byteOffset, words);
      return { up: sums[0] as number, down: sums[1] as number };
    },
    move(lighter, heavier, change) {
      for (let rule = 0; rule < 32; rule++) {
        factors[rule] = [1, lighter, heavier][signIn(rule)] ?? 1;
        changes[rule] = [0, change, -change][signIn(rule)] ?? 0;
      }
      sweepMove(weights.byteOffset, tilt.byteOffset, signs.byteOffset, words);
    },
  };
}

/** The sign of a rule in the tables: two rules for each of the 16 signs that two rules can have. */
function signIn(rule: number): number {
  return ((rule >> 1) >> (2 * (rule & 1))) & 3;
}
