import { AsyncResource } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { processWide } from "./process-wide.ts";

/** Whoever had to wait longer than this for the one thread that answers everybody is told to come again instead. */
const mostWaitMs = 750;
/** So few are let in whatever they cost: a page asks for several things at once, and a server that has just started is slow. */
const minConcurrency = 16;
/** So many inside keep a full thread full, and their commits together. */
const maxConcurrency = 6;
/** However long those inside stay: they may wait for something else, while work of the server's own fills the thread. */
const longestHoldMs = 25;
/** How long the thread is watched before it is called full. */
const sliceMs = 50;
/** What an answer costs is learned from the last seconds. */
const memoryMs = 2_000;
/** What is thought of it before: few answers, and one that cost much, say little about the next. */
const guess = { answers: 20, eachMs: 5 };
/** Longer than this no turn is: the machine stood still, or the process, which says nothing of what answers cost. */
const longestSliceMs = 500;
/** Of that share on the thread has no room left: between two turns it always rests a little. */
const fullShare = 0.9;

type Load = {
  waiting: number;
  /** Those who wait to be let in. */
  readonly line: (() => void)[];
  /** Whether somebody was let in this turn, or waits for the next. */
  isAdmitting: boolean;
  admittedAt: number;
  /** Of the last seconds, the older the less: what the thread worked, in milliseconds, and how many answers came of it. */
  work: number;
  answers: number;
  isFull: boolean;
  /** Where the slice began that is watched now. */
  slice: { at: number; active: number; answered: number };
  answered: number;
};

/**
 * Whether one more request would wait for long: the thread is full, and what those who wait will cost it, by what answers
 * have cost it lately, is more than anybody should wait for. Asked before anything is done for a request. Those who wait for
 * something else (a worker, a password's hash, the database) leave the thread idle, and keep nobody out.
 */
export function shouldShed(): boolean {
  const crowd = currentLoad();
  look(crowd);
  return crowd.isFull && crowd.waiting > minConcurrency && waitOf(crowd) > mostWaitMs;
}

/** How long a request that came now would wait for the thread, if it is full: milliseconds. */
export function expectedWaitMs(): number {
  const crowd = currentLoad();
  look(crowd);
  return crowd.isFull ? waitOf(crowd) : 0;
}

/** A request waits until its answer begins: event streams and long downloads are nobody's burden by then. */
export function noteArrival(response: ServerResponse): { begun: () => void } {
  const crowd = currentLoad();
  let isWaiting = true;
  crowd.waiting += 1;
  const begun = () => {
    if (!isWaiting) return;
    isWaiting = false;
    crowd.waiting -= 1;
    crowd.answered += 1;
  };
  response.once("close", begun);
  return { begun };
}

/**
 * Lets requests in one after another, at most one each turn of the event loop, and while the thread is full only as some
 * others leave. Whoever is inside takes a part of every turn, and a new connection is accepted once a turn: with everybody
 * inside at once turns grow long, and whoever comes over a new connection would wait outside for many seconds, where nobody
 * can count or refuse them.
 */
export function admit(enter: () => void): void {
  const crowd = currentLoad();
  crowd.line.push(AsyncResource.bind(enter));
  if (!crowd.isAdmitting) admitNext(crowd);
}

function admitNext(crowd: Load): void {
  crowd.isAdmitting = crowd.line.length > 0;
  if (!crowd.isAdmitting) return;
  look(crowd);
  const now = performance.now();
  const isTight = crowd.isFull && crowd.waiting - crowd.line.length >= maxConcurrency;
  if (isTight && now - crowd.admittedAt < longestHoldMs) {
    // By a timer, for the thread to rest if they wait for something else: then it is not full any more.
    setTimeout(admitNext, 1, crowd);
    return;
  }
  crowd.admittedAt = now;
  const enter = crowd.line.shift();
  setImmediate(admitNext, crowd);
  enter?.();
}

function waitOf({ waiting, work, answers }: Load): number {
  return (waiting * (work + guess.answers * guess.eachMs)) / (answers + guess.answers);
}

function look(crowd: Load): void {
  const now = performance.now();
  const { at, active, answered } = crowd.slice;
  if (now - at < sliceMs) return;
  const activeNow = performance.eventLoopUtilization().active;
  const faded = Math.exp((at - now) / memoryMs);
  crowd.isFull = activeNow - active > fullShare * (now - at);
  crowd.work = crowd.work * faded + Math.min(activeNow - active, longestSliceMs);
  crowd.answers = crowd.answers * faded + (crowd.answered - answered);
  crowd.slice = { at: now, active: activeNow, answered: crowd.answered };
}

function currentLoad(): Load {
  return processWide("crowd", () => ({
    waiting: 0,
    line: [],
    isAdmitting: false,
    admittedAt: 0,
    work: 0,
    answers: 0,
    isFull: false,
    slice: { at: performance.now(), active: performance.eventLoopUtilization().active, answered: 0 },
    answered: 0,
  }));
}
