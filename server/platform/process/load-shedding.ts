import { AsyncResource } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { processWide } from "./process-wide.ts";

/**
 * The longest acceptable wait for the main thread, in milliseconds. Requests that would wait longer are told to retry.
 */
export const maxWaitMs = 750;
/**
 * This many requests are never shed, whatever they cost: a page makes several at once, and a server is slow after its
 * start.
 */
const minConcurrency = 16;
/** Admitted requests at which a full thread stays full and commits are still batched. */
const maxConcurrency = 6;
/**
 * The longest that a full thread delays the next admission, in milliseconds. The admitted requests may be waiting for
 * something else while background work fills the thread.
 */
const maxHoldMs = 25;
/** The interval over which the thread's load is measured, in milliseconds. */
const sliceMs = 50;
/** The time constant of the average cost of an answer, in milliseconds. */
const memoryMs = 2_000;
/**
 * The prior of that average, in answers and milliseconds each: a few expensive answers say little about the next one.
 */
const prior = { answers: 20, eachMs: 5 };
/**
 * The most active time counted for a slice, in milliseconds. A longer one means that the machine or the process was
 * paused, which says nothing about the cost of answers.
 */
const maxSliceMs = 500;
/**
 * The active share from which the thread counts as full. It is never 1, because the loop always pauses between turns.
 */
const fullShare = 0.9;

type Load = {
  waiting: number;
  readonly queue: (() => void)[];
  /** Whether a request was admitted this turn or is waiting for the next one. */
  isAdmitting: boolean;
  /** Whether a connection was accepted since the last look: more may be waiting in the kernel. */
  isAccepting: boolean;
  admittedAt: number;
  /**
   * The thread's active milliseconds in the last seconds, with exponential decay; `answers` counts the answers in that
   * time.
   */
  work: number;
  answers: number;
  isFull: boolean;
  /** Start of the slice that is being measured. */
  slice: { at: number; active: number; answered: number };
  answered: number;
};

/**
 * Returns whether to shed a new request, before any work is done for it: the thread is full, and the expected cost of
 * the waiting requests, from the recent cost of answers, exceeds the longest acceptable wait. Requests that wait for
 * something else (a worker, a password hash, the database) leave the thread idle and cause no shedding.
 */
export function shouldShed(): boolean {
  const load = currentLoad();
  updateLoad(load);
  return load.isFull && load.waiting > minConcurrency && waitOf(load) > maxWaitMs;
}

/** Returns how long a request that arrived now would wait for the thread, in milliseconds; 0 if it is not full. */
export function expectedWaitMs(): number {
  const load = currentLoad();
  updateLoad(load);
  return load.isFull ? waitOf(load) : 0;
}

/** Counts a request as waiting until its answer begins. Event streams and long downloads are no load after that. */
export function noteArrival(response: ServerResponse): { begun: () => void } {
  const load = currentLoad();
  let isWaiting = true;
  load.waiting += 1;
  const begun = () => {
    if (!isWaiting) return;
    isWaiting = false;
    load.waiting -= 1;
    load.answered += 1;
  };
  response.once("close", begun);
  return { begun };
}

/**
 * Notes that a connection was accepted. Others may wait in the kernel, of which the loop accepts one per turn, so a full
 * thread keeps its turns short until all are accepted: it admits a request only each `maxHoldMs`.
 */
export function noteConnection(): void {
  currentLoad().isAccepting = true;
}

/**
 * Admits requests one after another, at most one per turn of the event loop, and on a full thread only as others leave.
 * Every admitted request takes part of each turn, and the loop accepts one new connection per turn. With all requests
 * admitted at once, turns grow long, and new connections wait for many seconds where they can be neither counted nor
 * refused.
 */
export function admit(enter: () => void): void {
  const load = currentLoad();
  load.queue.push(AsyncResource.bind(enter));
  if (!load.isAdmitting) admitNext(load);
}

function admitNext(load: Load): void {
  load.isAdmitting = load.queue.length > 0;
  if (!load.isAdmitting) return;
  updateLoad(load);
  const now = performance.now();
  const { isAccepting } = load;
  load.isAccepting = false;
  const isTight = load.isFull && (isAccepting || load.waiting - load.queue.length >= maxConcurrency);
  if (isTight && now - load.admittedAt < maxHoldMs) {
    // A timer lets the thread idle if the requests wait for something else; then it is no longer full.
    if (isAccepting) setImmediate(admitNext, load);
    else setTimeout(admitNext, 1, load);
    return;
  }
  load.admittedAt = now;
  const enter = load.queue.shift();
  setImmediate(admitNext, load);
  enter?.();
}

function waitOf({ waiting, work, answers }: Load): number {
  return (waiting * (work + prior.answers * prior.eachMs)) / (answers + prior.answers);
}

function updateLoad(load: Load): void {
  const now = performance.now();
  const { at, active, answered } = load.slice;
  if (now - at < sliceMs) return;
  const activeNow = performance.eventLoopUtilization().active;
  const faded = Math.exp((at - now) / memoryMs);
  load.isFull = activeNow - active > fullShare * (now - at);
  load.work = load.work * faded + Math.min(activeNow - active, maxSliceMs);
  load.answers = load.answers * faded + (load.answered - answered);
  load.slice = { at: now, active: activeNow, answered: load.answered };
}

function currentLoad(): Load {
  return processWide("load-shedding", () => ({
    waiting: 0,
    queue: [],
    isAdmitting: false,
    isAccepting: false,
    admittedAt: 0,
    work: 0,
    answers: 0,
    isFull: false,
    slice: { at: performance.now(), active: performance.eventLoopUtilization().active, answered: 0 },
    answered: 0,
  }));
}
