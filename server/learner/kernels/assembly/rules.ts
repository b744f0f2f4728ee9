// AssemblyScript, not TypeScript: compiled to .build/kernel.wasm by scripts/build-kernel.mjs. What each function does stands
// in server/learner/kernels/contract.ts, whose order of operations this keeps to the bit; two rules at a time where that
// changes none. A chunk of an odd number of rules is followed by a copy of its last one, so that all stand in pairs.

const CHUNK: usize = 2048;
const CELLS: usize = 256;
const PARTS: usize = 4;
const SLOTS: usize = 128;

// Where the arrays stand, one after the other; the same in server/learner/kernels/wasm.ts.
const LOSS: usize = 1024;
const COMPENSATION: usize = LOSS + 8 * CHUNK;
const PRIOR: usize = COMPENSATION + 8 * CHUNK;
const VALUES: usize = PRIOR + 8 * CHUNK;
const CUMULATIVE: usize = VALUES + 8 * CHUNK;
const PATTERNS: usize = CUMULATIVE + 8 * CHUNK;
const COSTS: usize = PATTERNS + CHUNK;
const SUMS: usize = COSTS + 8 * SLOTS * CELLS;

export function least(count: i32): f64 {
  const end = <usize>count << 3;
  const infinity = f64x2.splat(Infinity);
  const zero = f64x2.splat(0);
  let least = infinity;
  for (let i: usize = 0; i < end; i += 16) {
    const total = f64x2.add(v128.load(LOSS + i), v128.load(COMPENSATION + i));
    const some = f64x2.gt(v128.load(PRIOR + i), zero);
    least = f64x2.pmin(least, v128.bitselect(total, infinity, some));
  }
  const first = f64x2.extract_lane(least, 0);
  const second = f64x2.extract_lane(least, 1);
  return (second < first ? second : first) + 0;
}

export function weigh(count: i32, eta: f64, least: f64): f64 {
  const rate = f64x2.splat(-eta);
  const from = f64x2.splat(least);
  const zero = f64x2.splat(0);
  const floor = f64x2.splat(-708);
  let check = zero;
  const end = <usize>count << 3;
  for (let i: usize = 0; i < end; i += 16) {
    const total = f64x2.add(v128.load(LOSS + i), v128.load(COMPENSATION + i));
    const q = v128.load(PRIOR + i);
    const exponent = f64x2.mul(rate, f64x2.sub(total, from));
    const none = v128.or(f64x2.eq(q, zero), f64x2.lt(exponent, floor));
    const weight = v128.andnot(f64x2.mul(q, expBelowZero(exponent)), none);
    v128.store(VALUES + i, weight);
    check = f64x2.add(check, f64x2.sub(weight, weight));
  }
  return f64x2.extract_lane(check, 0) + f64x2.extract_lane(check, 1);
}

// @ts-expect-error: decorator
@inline
function expBelowZero(x: v128): v128 {
  const small = f64x2.le(f64x2.abs(x), f64x2.splat(0.34657359027997264));
  const nearest = f64x2.trunc(f64x2.sub(f64x2.mul(f64x2.splat(1.4426950408889634), x), f64x2.splat(0.5)));
  const k = v128.andnot(nearest, small);
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(0.6931471803691238)));
  const low = f64x2.mul(k, f64x2.splat(1.9082149292705877e-10));
  const r = f64x2.sub(high, low);
  const square = f64x2.mul(r, r);
  let p = f64x2.add(f64x2.splat(-1.6533902205465252e-6), f64x2.mul(square, f64x2.splat(4.1381367970572385e-8)));
  p = f64x2.add(f64x2.splat(6.613756321437934e-5), f64x2.mul(square, p));
  p = f64x2.add(f64x2.splat(-0.0027777777777015593), f64x2.mul(square, p));
  p = f64x2.add(f64x2.splat(0.16666666666666602), f64x2.mul(square, p));
  const c = f64x2.sub(r, f64x2.mul(square, p));
  const part = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c));
  const y = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, part), high));
  // 2^k by its exponent field: k is a whole number from -1021 to 0
  const field = i64x2.add(i64x2.extend_low_i32x4_s(i32x4.trunc_sat_f64x2_s_zero(k)), i64x2.splat(1023));
  return f64x2.mul(y, i64x2.shl(field, 52));
}

export function accumulate(count: i32, before: f64): f64 {
  let total = before;
  const end = <usize>count << 3;
  for (let i: usize = 0; i < end; i += 8) {
    total += load<f64>(VALUES + i);
    store<f64>(CUMULATIVE + i, total);
  }
  return total;
}

// @ts-expect-error: decorator
@inline
function addTo(part: usize, h: usize): void {
  const cell = part + 8 * <usize>load<u8>(PATTERNS + h);
  store<f64>(cell, load<f64>(cell) + load<f64>(VALUES + 8 * h));
}

export function tally(count: i32, slot: i32): void {
  const first = SUMS + 8 * CELLS * PARTS * <usize>slot;
  const second = first + 8 * CELLS;
  const third = second + 8 * CELLS;
  const fourth = third + 8 * CELLS;
  const end = <usize>count;
  let h: usize = 0;
  for (; h + 4 <= end; h += 4) {
    addTo(first, h);
    addTo(second, h + 1);
    addTo(third, h + 2);
    addTo(fourth, h + 3);
  }
  if (h < end) addTo(first, h);
  if (h + 1 < end) addTo(second, h + 1);
  if (h + 2 < end) addTo(third, h + 2);
}

export function fold(count: i32, slot: i32, isFirst: bool): void {
  const costs = COSTS + 8 * CELLS * <usize>slot;
  const end = <usize>count;
  if (isFirst) {
    for (let h: usize = 0; h < end; h++) {
      store<f64>(VALUES + 8 * h, load<f64>(costs + 8 * <usize>load<u8>(PATTERNS + h)));
    }
    return;
  }
  for (let h: usize = 0; h < end; h++) {
    const cost = load<f64>(costs + 8 * <usize>load<u8>(PATTERNS + h));
    store<f64>(VALUES + 8 * h, load<f64>(VALUES + 8 * h) + cost);
  }
}

// @ts-expect-error: decorator
@inline
function addPair(i: usize, value: v128): v128 {
  const before = v128.load(LOSS + i);
  const after = f64x2.add(before, value);
  const added = f64x2.sub(after, before);
  const took = f64x2.add(f64x2.sub(before, f64x2.sub(after, added)), f64x2.sub(value, added));
  const lost = f64x2.add(v128.load(COMPENSATION + i), took);
  v128.store(LOSS + i, after);
  v128.store(COMPENSATION + i, lost);
  const total = f64x2.add(after, lost);
  return f64x2.sub(total, total);
}

export function add(count: i32): f64 {
  const end = <usize>count << 3;
  let check = f64x2.splat(0);
  for (let i: usize = 0; i < end; i += 16) {
    check = f64x2.add(check, addPair(i, v128.load(VALUES + i)));
  }
  return f64x2.extract_lane(check, 0) + f64x2.extract_lane(check, 1);
}

export function charge(count: i32, slot: i32): f64 {
  const costs = COSTS + 8 * CELLS * <usize>slot;
  const end = <usize>count;
  let check = f64x2.splat(0);
  for (let h: usize = 0; h < end; h += 2) {
    const first = load<f64>(costs + 8 * <usize>load<u8>(PATTERNS + h));
    const second = load<f64>(costs + 8 * <usize>load<u8>(PATTERNS + h + 1));
    check = f64x2.add(check, addPair(h << 3, f64x2.replace_lane(f64x2.splat(first), 1, second)));
  }
  return f64x2.extract_lane(check, 0) + f64x2.extract_lane(check, 1);
}
