// AssemblyScript, not TypeScript: compiled to .build/kernel.wasm by scripts/build-kernel.mjs. What each function does stands
// in server/learner/kernels/contract.ts, whose order of operations this keeps to the bit; two rules at a time where that
// changes none. A chunk of an odd number of rules is followed by a copy of its last one, so that all stand in pairs.

const CHUNK: usize = 2048;
const CELLS: usize = 256;
const PARTS: usize = 4;
const SLOTS: usize = 128;

// Where the arrays stand, one after the other; the same in server/learner/kernels/wasm.ts.
const ROOTS: usize = 1024;
const CONSTANTS: usize = ROOTS + 8 * 128;
const EXTREMES: usize = CONSTANTS + 8 * 16;
const LOSS: usize = EXTREMES + 8 * 2;
const TILT: usize = LOSS + 8 * CHUNK;
const PRIOR: usize = TILT + 8 * CHUNK;
const VALUES: usize = PRIOR + 8 * CHUNK;
const CUMULATIVE: usize = VALUES + 8 * CHUNK;
const PATTERNS: usize = CUMULATIVE + 8 * CHUNK;
const LOWS: usize = PATTERNS + SLOTS * CHUNK;
const COSTS: usize = LOWS + SLOTS * CHUNK;
const SUMS: usize = COSTS + 8 * SLOTS * CELLS;

export function least(count: i32): f64 {
  const end = <usize>count << 3;
  const infinity = f64x2.splat(Infinity);
  const zero = f64x2.splat(0);
  let least = infinity;
  for (let i: usize = 0; i < end; i += 16) {
    const total = f64x2.add(v128.load(LOSS + i), v128.load(TILT + i));
    const some = f64x2.gt(v128.load(PRIOR + i), zero);
    least = f64x2.pmin(least, v128.bitselect(total, infinity, some));
  }
  const first = f64x2.extract_lane(least, 0);
  const second = f64x2.extract_lane(least, 1);
  return (second < first ? second : first) + 0;
}

// @ts-expect-error: decorator
@inline
function constant(place: usize): v128 {
  return v128.load64_splat(CONSTANTS + 8 * place);
}

// e^x for x from -708 to 0. Constants come from memory: written here, they would be put together anew for each pair.
// @ts-expect-error: decorator
@inline
function exponential(
  x: v128,
  stepsAUnit: v128,
  whole: v128,
  stepHigh: v128,
  stepLow: v128,
  half: v128,
  sixth: v128,
  twentyFourth: v128,
  oneOf120: v128,
): v128 {
  // n stands in the low bits of what was shifted
  const shifted = f64x2.add(f64x2.mul(x, stepsAUnit), whole);
  const n = f64x2.sub(shifted, whole);
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(n, stepHigh)), f64x2.mul(n, stepLow));
  const square = f64x2.mul(r, r);
  const upper = f64x2.add(twentyFourth, f64x2.mul(r, oneOf120));
  const lower = f64x2.add(half, f64x2.mul(r, sixth));
  const more = f64x2.add(r, f64x2.mul(square, f64x2.add(lower, f64x2.mul(square, upper))));
  const one = v128.load(ROOTS + (<usize>(i32x4.extract_lane(shifted, 0) & 63) << 4));
  const two = v128.load(ROOTS + (<usize>(i32x4.extract_lane(shifted, 2) & 63) << 4));
  const power = v128.shuffle<f64>(one, two, 0, 2);
  const lacking = v128.shuffle<f64>(one, two, 1, 3);
  const y = f64x2.add(power, f64x2.add(lacking, f64x2.mul(power, more)));
  // times 2^k, k = n div 64, by the exponent field: from -1022 to 0
  return i64x2.add(y, i64x2.shl(i64x2.shr_u(shifted, 6), 52));
}

export function weigh(count: i32, eta: f64, least: f64): f64 {
  const rate = f64x2.splat(-eta);
  const from = f64x2.splat(least);
  const floor = constant(0);
  const stepsAUnit = constant(1);
  const whole = constant(2);
  const stepHigh = constant(3);
  const stepLow = constant(4);
  const half = constant(5);
  const sixth = constant(6);
  const twentyFourth = constant(7);
  const oneOf120 = constant(8);
  const zero = f64x2.splat(0);
  let check = zero;
  const end = <usize>count << 3;
  for (let i: usize = 0; i < end; i += 16) {
    const total = f64x2.add(v128.load(LOSS + i), v128.load(TILT + i));
    const q = v128.load(PRIOR + i);
    const x = f64x2.mul(rate, f64x2.sub(total, from));
    const none = v128.or(f64x2.eq(q, zero), f64x2.lt(x, floor));
    const weight = v128.andnot(f64x2.mul(q, exponential(x, stepsAUnit, whole, stepHigh, stepLow, half, sixth, twentyFourth, oneOf120)), none);
    v128.store(VALUES + i, weight);
    check = f64x2.add(check, f64x2.sub(weight, weight));
  }
  return f64x2.extract_lane(check, 0) + f64x2.extract_lane(check, 1);
}

export function weighPlainly(count: i32, eta: f64, least: f64): f64 {
  const rate = f64x2.splat(-eta);
  const from = f64x2.splat(least);
  const floor = constant(0);
  const stepsAUnit = constant(1);
  const whole = constant(2);
  const stepHigh = constant(3);
  const stepLow = constant(4);
  const half = constant(5);
  const sixth = constant(6);
  const twentyFourth = constant(7);
  const oneOf120 = constant(8);
  let check = f64x2.splat(0);
  const end = <usize>count << 3;
  for (let i: usize = 0; i < end; i += 16) {
    const x = f64x2.mul(rate, f64x2.sub(v128.load(LOSS + i), from));
    const weight = v128.andnot(exponential(x, stepsAUnit, whole, stepHigh, stepLow, half, sixth, twentyFourth, oneOf120), f64x2.lt(x, floor));
    v128.store(VALUES + i, weight);
    check = f64x2.add(check, f64x2.sub(weight, weight));
  }
  return f64x2.extract_lane(check, 0) + f64x2.extract_lane(check, 1);
}

export function accumulate(count: i32, before: f64): f64 {
  let total = before;
  const end = <usize>count << 3;
  let i: usize = 0;
  for (; i + 32 <= end; i += 32) {
    const one = load<f64>(VALUES + i);
    const two = one + load<f64>(VALUES + i + 8);
    const three = two + load<f64>(VALUES + i + 16);
    const four = three + load<f64>(VALUES + i + 24);
    store<f64>(CUMULATIVE + i, total + one);
    store<f64>(CUMULATIVE + i + 8, total + two);
    store<f64>(CUMULATIVE + i + 16, total + three);
    total += four;
    store<f64>(CUMULATIVE + i + 24, total);
  }
  for (; i < end; i += 8) {
    total += load<f64>(VALUES + i);
    store<f64>(CUMULATIVE + i, total);
  }
  return total;
}

// @ts-expect-error: decorator
@inline
function addTo(part: usize, byte: u32, h: usize): void {
  const cell = part + (<usize>byte << 3);
  store<f64>(cell, load<f64>(cell) + load<f64>(VALUES + 8 * h));
}

export function tally(count: i32, slots: i32): void {
  const end = <usize>count;
  const whole = end & ~3;
  for (let slot: usize = 0; slot < <usize>slots; slot++) {
    const answers = PATTERNS + CHUNK * slot;
    const first = SUMS + 8 * CELLS * PARTS * slot;
    const second = first + 8 * CELLS;
    const third = second + 8 * CELLS;
    const fourth = third + 8 * CELLS;
    for (let h: usize = 0; h < whole; h += 4) {
      const bytes = load<u32>(answers + h);
      addTo(first, bytes & 255, h);
      addTo(second, (bytes >> 8) & 255, h + 1);
      addTo(third, (bytes >> 16) & 255, h + 2);
      addTo(fourth, bytes >> 24, h + 3);
    }
    for (let h = whole; h < end; h++) {
      addTo(first + 8 * CELLS * (h - whole), <u32>load<u8>(answers + h), h);
    }
  }
}

// @ts-expect-error: decorator
@inline
function costOf(table: usize, byte: u32): f64 {
  return load<f64>(table + (<usize>byte << 3));
}

// @ts-expect-error: decorator
@inline
function addCost(h: usize, cost: f64): void {
  store<f64>(LOSS + 8 * h, load<f64>(LOSS + 8 * h) + cost);
}

// Four rules at once; what stands behind the last rule of a chunk is charged too, and nobody takes it out.
export function charge(count: i32, slots: i32): void {
  const end = <usize>count;
  let slot: usize = 0;
  for (; slot + 3 <= <usize>slots; slot += 3) {
    const a = COSTS + 8 * CELLS * slot;
    const b = a + 8 * CELLS;
    const c = b + 8 * CELLS;
    const answers = PATTERNS + CHUNK * slot;
    for (let h: usize = 0; h < end; h += 4) {
      const p = load<u32>(answers + h);
      const q = load<u32>(answers + CHUNK + h);
      const r = load<u32>(answers + 2 * CHUNK + h);
      addCost(h, costOf(a, p & 255) + costOf(b, q & 255) + costOf(c, r & 255));
      addCost(h + 1, costOf(a, (p >> 8) & 255) + costOf(b, (q >> 8) & 255) + costOf(c, (r >> 8) & 255));
      addCost(h + 2, costOf(a, (p >> 16) & 255) + costOf(b, (q >> 16) & 255) + costOf(c, (r >> 16) & 255));
      addCost(h + 3, costOf(a, p >> 24) + costOf(b, q >> 24) + costOf(c, r >> 24));
    }
  }
  for (; slot < <usize>slots; slot++) {
    const a = COSTS + 8 * CELLS * slot;
    const answers = PATTERNS + CHUNK * slot;
    for (let h: usize = 0; h < end; h += 4) {
      const p = load<u32>(answers + h);
      addCost(h, costOf(a, p & 255));
      addCost(h + 1, costOf(a, (p >> 8) & 255));
      addCost(h + 2, costOf(a, (p >> 16) & 255));
      addCost(h + 3, costOf(a, p >> 24));
    }
  }
  lookAt(end);
}

// The least loss, and the largest in size.
// @ts-expect-error: decorator
@inline
function lookAt(end: usize): void {
  if (end % 2 == 1) store<f64>(LOSS + 8 * end, load<f64>(LOSS + 8 * (end - 1)));
  let low = v128.load(LOSS);
  let high = low;
  for (let h: usize = 2; h < end; h += 2) {
    const pair = v128.load(LOSS + 8 * h);
    low = f64x2.pmin(low, pair);
    high = f64x2.pmax(high, pair);
  }
  const lowest = min<f64>(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1));
  const highest = max<f64>(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1));
  store<f64>(EXTREMES, lowest + 0);
  store<f64>(EXTREMES + 8, max<f64>(abs<f64>(lowest), abs<f64>(highest)));
}

export function join(count: i32, slot: i32, byte: i32, how: i32): void {
  const from = LOWS + CHUNK * <usize>slot;
  const to = PATTERNS + CHUNK * <usize>slot;
  const all = i8x16.splat(<i8>byte);
  const end = <usize>count;
  if (how == 0) for (let h: usize = 0; h < end; h += 16) v128.store(to + h, v128.and(v128.load(from + h), all));
  else if (how == 1) for (let h: usize = 0; h < end; h += 16) v128.store(to + h, v128.or(v128.load(from + h), all));
  else for (let h: usize = 0; h < end; h += 16) v128.store(to + h, v128.xor(v128.load(from + h), all));
}
