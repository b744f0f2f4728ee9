// AssemblyScript, not TypeScript: compiled to .build/kernel.wasm by scripts/build-kernel.mjs. Each function is
// described in server/learner/numeric/kernels/contract.ts, whose order of operations this keeps to the bit. It handles
// two rules at a time where that changes no bit. A chunk of an odd number of rules is followed by a copy of its last
// one, so that all come in pairs.

const CHUNK: usize = 2048;
const CELLS: usize = 256;
const PARTS: usize = 4;
const SLOTS: usize = 128;
const CHARGED: usize = SLOTS / 2;

// The offsets of the arrays, one after the other; equal to those in server/learner/numeric/kernels/wasm.ts.
const POWERS: usize = 1024;
const CONSTANTS: usize = POWERS + 8 * 1024;
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

// fallingExp of numeric/falling-exp.ts. Constants come from memory: written here, they would be rebuilt for each pair.
// @ts-expect-error: decorator
@inline
function fallingExp(y: v128, floor: v128, whole: v128, first: v128, second: v128, third: v128): v128 {
  // n is in the low bits of the shifted number
  const shifted = f64x2.add(y, whole);
  const f = f64x2.sub(y, f64x2.sub(shifted, whole));
  const more = f64x2.mul(f, f64x2.add(first, f64x2.mul(f, f64x2.add(second, f64x2.mul(f, third)))));
  const one = <usize>(i32x4.extract_lane(shifted, 0) & 1023) << 3;
  const two = <usize>(i32x4.extract_lane(shifted, 2) & 1023) << 3;
  const power = v128.load64_lane(POWERS + two, v128.load64_zero(POWERS + one), 1);
  const root = f64x2.add(power, f64x2.mul(power, more));
  // times 2^k, k = n div 1024, by the exponent field: from -1022 to 0
  const value = i64x2.add(root, i64x2.shl(i64x2.shr_u(shifted, 10), 52));
  return v128.andnot(value, f64x2.lt(y, floor));
}

export function weigh(count: i32, rate: f64, from: f64): f64 {
  const rates = f64x2.splat(rate);
  const start = f64x2.splat(from);
  const floor = constant(0);
  const whole = constant(1);
  const first = constant(2);
  const second = constant(3);
  const third = constant(4);
  const zero = f64x2.splat(0);
  let check = zero;
  const end = <usize>count << 3;
  for (let i: usize = 0; i < end; i += 16) {
    const total = f64x2.add(v128.load(LOSS + i), v128.load(TILT + i));
    const q = v128.load(PRIOR + i);
    const y = f64x2.mul(rates, f64x2.sub(total, start));
    const weight = v128.andnot(f64x2.mul(q, fallingExp(y, floor, whole, first, second, third)), f64x2.eq(q, zero));
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
function addTo(part: usize, byte: u32, value: f64): void {
  const cell = part + (<usize>byte << 3);
  store<f64>(cell, load<f64>(cell) + value);
}

// The answers of two rules, the first's in the low byte.
// @ts-expect-error: decorator
@inline
function answersOf(slot: usize, h: usize): u32 {
  return <u32>load<u16>(PATTERNS + CHUNK * slot + h);
}

// Adds two rules' values to the sums of their answers, rule h in part h mod 4.
// @ts-expect-error: decorator
@inline
function tallyPair(slot: usize, h: usize, part: usize, values: v128): void {
  const bytes = answersOf(slot, h);
  const sums = SUMS + 8 * CELLS * (PARTS * slot + part);
  addTo(sums, bytes & 255, f64x2.extract_lane(values, 0));
  addTo(sums + 8 * CELLS, bytes >> 8, f64x2.extract_lane(values, 1));
}

// @ts-expect-error: decorator
@inline
function tallyOne(slot: usize, h: usize, part: usize, value: f64): void {
  addTo(SUMS + 8 * CELLS * (PARTS * slot + part), answersOf(slot, h) & 255, value);
}

export function tally(count: i32, slots: i32): void {
  tallySlots(<usize>count, 0, <usize>slots);
}

function tallySlots(end: usize, from: usize, slots: usize): void {
  const whole = end & ~3;
  for (let slot = from; slot < slots; slot++) {
    for (let h: usize = 0; h < whole; h += 4) {
      tallyPair(slot, h, 0, v128.load(VALUES + 8 * h));
      tallyPair(slot, h + 2, 2, v128.load(VALUES + 8 * h + 16));
    }
    for (let h = whole; h < end; h++) tallyOne(slot, h, h - whole, load<f64>(VALUES + 8 * h));
  }
}

// @ts-expect-error: decorator
@inline
function costsOf(slot: usize, h: usize): v128 {
  const bytes = answersOf(slot, h);
  const table = COSTS + 8 * CELLS * slot;
  return v128.load64_lane(table + (<usize>(bytes >> 8) << 3), v128.load64_zero(table + (<usize>(bytes & 255) << 3)), 1);
}

// Adds to the losses of two rules what the slots from this one on cost them, one to three slots.
// @ts-expect-error: decorator
@inline
function charged(slot: usize, h: usize, groups: i32): v128 {
  let losses = f64x2.add(v128.load(LOSS + 8 * h), costsOf(slot, h));
  if (groups > 1) losses = f64x2.add(losses, costsOf(slot + 1, h));
  if (groups > 2) losses = f64x2.add(losses, costsOf(slot + 2, h));
  v128.store(LOSS + 8 * h, losses);
  return losses;
}

// What follows the last rule of a chunk is charged too, and is never read.
export function charge(count: i32, slots: i32): void {
  const end = <usize>count;
  chargeSlots(end, 0, <usize>slots);
  if (end % 2 == 1) store<f64>(LOSS + 8 * end, load<f64>(LOSS + 8 * (end - 1)));
  let low = v128.load(LOSS);
  let high = low;
  for (let h: usize = 2; h < end; h += 2) {
    const pair = v128.load(LOSS + 8 * h);
    low = f64x2.pmin(low, pair);
    high = f64x2.pmax(high, pair);
  }
  noteExtremes(low, high);
}

function chargeSlots(end: usize, from: usize, slots: usize): void {
  let slot = from;
  for (; slot + 3 <= slots; slot += 3) {
    for (let h: usize = 0; h < end; h += 2) charged(slot, h, 3);
  }
  for (; slot < slots; slot++) {
    for (let h: usize = 0; h < end; h += 2) charged(slot, h, 1);
  }
}

// The least loss, and the largest in size.
function noteExtremes(low: v128, high: v128): void {
  const lowest = min<f64>(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1));
  const highest = max<f64>(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1));
  store<f64>(EXTREMES, lowest + 0);
  store<f64>(EXTREMES + 8, max<f64>(abs<f64>(lowest), abs<f64>(highest)));
}

export function open(count: i32, charged: i32, answering: i32, rate: f64, from: f64): f64 {
  const end = <usize>count;
  const most = max<i32>(charged, answering);
  chargeSlots(end, CHARGED + 3, CHARGED + <usize>charged);
  if (most < 2) return pass(end, rate, from, 1, false);
  if (most == 2) return pass(end, rate, from, 2, false);
  if (answering < 4) return pass(end, rate, from, 3, false);
  const total = pass(end, rate, from, 3, true);
  tallySlots(end, 3, <usize>answering);
  return total;
}

// All that a round needs, of up to three slots: table look-ups, exponentials and sums together, so that each uses the
// units of the processor that the others leave idle. Values are stored for the remaining slots.
// @ts-expect-error: decorator
@inline
function pass(end: usize, rate: f64, from: f64, groups: i32, areKept: bool): f64 {
  const rates = f64x2.splat(rate);
  const start = f64x2.splat(from);
  const floor = constant(0);
  const whole = constant(1);
  const first = constant(2);
  const second = constant(3);
  const third = constant(4);
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  let sums = f64x2.splat(0);
  let others = sums;
  let h: usize = 0;
  for (; h + 4 <= end; h += 4) {
    const one = charged(CHARGED, h, groups);
    const two = charged(CHARGED, h + 2, groups);
    low = f64x2.pmin(f64x2.pmin(low, one), two);
    high = f64x2.pmax(f64x2.pmax(high, one), two);
    const w = fallingExp(f64x2.mul(rates, f64x2.sub(one, start)), floor, whole, first, second, third);
    const v = fallingExp(f64x2.mul(rates, f64x2.sub(two, start)), floor, whole, first, second, third);
    if (areKept) {
      v128.store(VALUES + 8 * h, w);
      v128.store(VALUES + 8 * h + 16, v);
    }
    sums = f64x2.add(sums, w);
    others = f64x2.add(others, v);
    tallyFour(0, h, w, v);
    if (groups > 1) tallyFour(1, h, w, v);
    if (groups > 2) tallyFour(2, h, w, v);
  }
  sums = f64x2.add(sums, others);
  let total = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  for (let i = h; i < end; i += 2) charged(CHARGED, i, groups);
  for (let part: usize = 0; h < end; h++) {
    const loss = v128.load64_splat(LOSS + 8 * h);
    low = f64x2.pmin(low, loss);
    high = f64x2.pmax(high, loss);
    const weight = fallingExp(f64x2.mul(rates, f64x2.sub(loss, start)), floor, whole, first, second, third);
    const value = f64x2.extract_lane(weight, 0);
    if (areKept) store<f64>(VALUES + 8 * h, value);
    total += value;
    for (let slot: usize = 0; slot < <usize>groups; slot++) tallyOne(slot, h, part, value);
    part++;
  }
  noteExtremes(low, high);
  return total;
}

// @ts-expect-error: decorator
@inline
function tallyFour(slot: usize, h: usize, w: v128, v: v128): void {
  tallyPair(slot, h, 0, w);
  tallyPair(slot, h + 2, 2, v);
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

// A sweep is in an instance with a memory of its own: instead of the arrays above it has tables for the signs of two
// rules, 16 bytes each, as in server/learner/numeric/kernels/wasm-sweeper.ts. Where two people are alike for 32 rules,
// nothing is read but their signs.
const UP: usize = 1024;
const DOWN: usize = UP + 256;
const FACTORS: usize = DOWN + 256;
const CHANGES: usize = FACTORS + 256;
const SWEPT: usize = CHANGES + 256;

export function sweepSums(weights: usize, signs: usize, words: i32): void {
  let up = f64x2.splat(0);
  let down = up;
  let ups = up;
  let downs = up;
  const end = signs + 8 * <usize>words;
  for (; signs < end; signs += 8, weights += 256) {
    let word = load<u64>(signs);
    for (let at = weights; word != 0; word >>= 8, at += 32) {
      const one = <usize>(word & 15) << 4;
      const two = <usize>word & 240;
      const w = v128.load(at);
      const v = v128.load(at, 16);
      up = f64x2.add(up, v128.and(w, v128.load(UP + one)));
      down = f64x2.add(down, v128.and(w, v128.load(DOWN + one)));
      ups = f64x2.add(ups, v128.and(v, v128.load(UP + two)));
      downs = f64x2.add(downs, v128.and(v, v128.load(DOWN + two)));
    }
  }
  store<f64>(SWEPT, sumOfParts(up, ups));
  store<f64>(SWEPT + 8, sumOfParts(down, downs));
}

function sumOfParts(first: v128, second: v128): f64 {
  const sums = f64x2.add(first, second);
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}

export function sweepMove(weights: usize, tilt: usize, signs: usize, words: i32): void {
  const end = signs + 8 * <usize>words;
  const distance = tilt - weights;
  for (; signs < end; signs += 8, weights += 256) {
    let word = load<u64>(signs);
    for (let at = weights; word != 0; word >>= 8, at += 32) {
      const one = <usize>(word & 15) << 4;
      const two = <usize>word & 240;
      const to = at + distance;
      v128.store(at, f64x2.mul(v128.load(at), v128.load(FACTORS + one)));
      v128.store(at, f64x2.mul(v128.load(at, 16), v128.load(FACTORS + two)), 16);
      v128.store(to, f64x2.add(v128.load(to), v128.load(CHANGES + one)));
      v128.store(to, f64x2.add(v128.load(to, 16), v128.load(CHANGES + two)), 16);
    }
  }
}
