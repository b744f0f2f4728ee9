/** The noise of FTPL (docs/log-format-learners.md, "Noise"): xoroshiro128+ in halves of 32 bits, then Laplace variables. */

import { portableLog } from "./portable.ts";

/** The standard jump of 2^64 steps: two words of 64 bits, each as its low and its high half. */
const JUMP = [0xd8f554a5, 0xdf900294, 0x4b3201fc, 0x170865df] as const;

interface Word {
  readonly high: number;
  readonly low: number;
}

const NOTHING: Word = { high: 0, low: 0 };

/** One stream of Laplace variables of rate 1. */
export class Noise {
  private s0: Word;
  private s1: Word;

  /** @param jumps the number of jumps before its start */
  constructor(seed: string, jumps = 0) {
    this.s0 = wordAt(seed, 0);
    this.s1 = wordAt(seed, 16);
    for (let n = 0; n < jumps; n++) this.jump();
  }

  variable(): number {
    const a = this.output();
    const b = this.output();
    const v = Math.floor(a / 2 ** 5) * 2 ** 26 + Math.floor(b / 2 ** 6);
    const size = -portableLog((v + 1) / 2 ** 53);
    return (a & 16) === 0 ? size : -size;
  }

  /** The low 32 bits of s0 + s1, before the step. */
  private output(): number {
    const sum = (this.s0.low + this.s1.low) >>> 0;
    this.step();
    return sum;
  }

  private step(): void {
    const mixed = xor(this.s1, this.s0);
    this.s0 = xor(xor(rotated(this.s0, 24), mixed), shifted16(mixed));
    this.s1 = rotated(mixed, 37);
  }

  private jump(): void {
    let [t0, t1] = [NOTHING, NOTHING];
    for (const word of JUMP) {
      for (let bit = 0; bit < 32; bit++) {
        if ((word >>> bit) & 1) [t0, t1] = [xor(t0, this.s0), xor(t1, this.s1)];
        this.step();
      }
    }
    [this.s0, this.s1] = [t0, t1];
  }
}

/** 16 hex digits, big-endian. */
function wordAt(seed: string, at: number): Word {
  const half = (from: number) => Number.parseInt(seed.slice(from, from + 8), 16) | 0;
  return { high: half(at), low: half(at + 8) };
}

function xor(a: Word, b: Word): Word {
  return { high: a.high ^ b.high, low: a.low ^ b.low };
}

function rotated({ high, low }: Word, by: number): Word {
  if (by >= 32) return rotated({ high: low, low: high }, by - 32);
  return { high: (high << by) | (low >>> (32 - by)), low: (low << by) | (high >>> (32 - by)) };
}

function shifted16({ high, low }: Word): Word {
  return { high: (high << 16) | (low >>> 16), low: low << 16 };
}
