import { createHash } from "node:crypto";
import { applyStep } from "#server/audit-log/apply-step.ts";
import type { LearnerStep } from "#server/audit-log/learner-steps.ts";
import { type LoggedState, stateHash } from "#server/audit-log/states.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import type { SerialisedState } from "#server/learner/interface/serialised-state.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { bytesOfState, keyOfState, stateIn } from "./state-bytes.ts";

/** A stored state; a null snapshot is the state before the first update. */
export type StoredState = { readonly spec: LearnerSpec; readonly snapshot: Uint8Array | null };

/** States that this thread has computed, keyed by their stored form: an opening finds the state that an update left. */
const newest = new Map<string, { readonly spec: LearnerSpec; readonly state: LearnerState }>();
const MOST_KEPT = 4;
/** The most numbers kept in all states but the newest, which may be larger: 256 MB. */
const MOST_NUMBERS = 2 ** 25;

export function stateOf({ spec, snapshot }: StoredState): LearnerState {
  const learner = learnerOf(spec);
  if (snapshot === null) return learner.init(spec);
  const key = keyOfState(snapshot);
  const known = newest.get(key);
  if (known?.spec === spec) return known.state;
  const state = learner.restore(spec, stateIn(snapshot));
  keep(key, spec, state);
  return state;
}

function keep(key: string, spec: LearnerSpec, state: LearnerState): void {
  newest.delete(key);
  newest.set(key, { spec, state });
  let numbers = 0;
  for (const each of newest.values()) numbers += numbersIn(each.state);
  for (const [oldest, each] of newest) {
    if (oldest === key || (newest.size <= MOST_KEPT && numbers <= MOST_NUMBERS)) return;
    newest.delete(oldest);
    numbers -= numbersIn(each.state);
  }
}

/** Counts the per-rule numbers that a state holds, or will hold once it is opened. */
function numbersIn(state: LearnerState): number {
  if ("core" in state) return 6 * state.rules.size;
  if ("oracle" in state) return state.loss.length;
  return state.rules.ladders === undefined ? state.rules.size : 0;
}

export function openLearnerRound(
  input: StoredState & { people: readonly Features[]; noiseSeed: string },
): Opening {
  return shared(learnerOf(input.spec).open(stateOf(input), input.people, input.noiseSeed));
}

/** Recomputes the policy of a round at its close, with the resample that each person has if the draw selects them. */
export function reopenRound(
  input: StoredState & { people: readonly Features[]; noiseSeed: string; resampleSeed: string },
): { opening: Opening; resamples: readonly number[] } {
  const learner = learnerOf(input.spec);
  const state = stateOf(input);
  const everyone = input.people.map(() => 1 as const);
  return {
    opening: shared(learner.open(state, input.people, input.noiseSeed)),
    resamples: learner.resample(state, input.people, everyone, input.resampleSeed),
  };
}

/**
 * Copies the per-rule numbers of an opening to memory that both threads read: 8 MB for a million rules, copied once.
 */
function shared(opening: Opening): Opening {
  const { runs, weighed } = opening;
  if (weighed !== undefined) {
    return { ...opening, weighed: { ...weighed, loss: inSharedMemory(weighed.loss) } };
  }
  if (opening.cumulative !== undefined) return { ...opening, cumulative: inSharedMemory(opening.cumulative) };
  if (runs === undefined) return opening;
  const [cumulative, rule, count, low, high] = [
    runs.cumulative,
    runs.rule,
    runs.count,
    runs.low,
    runs.high,
  ].map(inSharedMemory) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  return { ...opening, runs: { ...runs, cumulative, rule, count, low, high } };
}

function inSharedMemory(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}

/** A state to be stored, in memory that both threads read, with the hash that the log records. */
export type Written = { readonly snapshot: Uint8Array; readonly stateHash: string };

export function applySteps(input: StoredState & { steps: readonly LearnerStep[] }): Written {
  const { spec, steps } = input;
  return written(
    spec,
    steps.reduce((before, step) => applyStep(spec, before, step), stateOf(input)),
  );
}

/** Returns the state from which a replay continues after an erasure, as it is stored. */
export function restoreState({ spec, ...serialised }: SerialisedState & { spec: LearnerSpec }): Written {
  return written(spec, learnerOf(spec).restore(spec, serialised));
}

/** Removes a person from a state; also returns the previous state, from which a replay continues. */
export function eraseFromState(input: StoredState & { name: string }): {
  before: LoggedState;
  totals: Uint8Array;
  after: Written;
} {
  const { spec, name } = input;
  const learner = learnerOf(spec);
  const state = stateOf(input);
  const before = learner.serialise(state);
  // earlier states of this thread depend on the erased person
  newest.clear();
  const after = written(spec, learner.applyErasure(state, name));
  return { before: logged(before), totals: before.totals, after };
}

function written(spec: LearnerSpec, state: LearnerState): Written {
  const serialised = learnerOf(spec).serialise(state);
  const snapshot = bytesOfState(serialised);
  // now, because users wait for an opening
  if ("totals" in state) state.totals.prepare();
  keep(keyOfState(snapshot), spec, state);
  return { snapshot, stateHash: stateHash(logged(serialised)) };
}

/** Hashes a state with Node's SHA-256, twenty times as fast as one in plain JavaScript, for up to 48 bytes a rule. */
function logged({ head, totals }: SerialisedState): LoggedState {
  return { head, totals: createHash("sha256").update(totals).digest("hex") };
}
