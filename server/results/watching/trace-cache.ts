import { LRUCache } from "lru-cache";
import type { Store } from "#db/store/store.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import type { RoundChances } from "#server/workers/change-tasks.ts";
import type { Carried, KindPoint } from "#server/workers/kind-moves.ts";
import type { RuleShare } from "#server/workers/policy-tasks.ts";
import type { StoredPolicy } from "#server/workers/policy-weights.ts";
import type { AnsweredVerdict } from "#server/workers/verdict-tasks.ts";

/** The learner played again from the log, up to the last entry that it has applied. */
export type Trace = {
  readonly tipSeq: number;
  readonly tip: Uint8Array | null;
  /** Somebody was erased: states before some entry cannot be computed any more. */
  readonly isPartlyLost: boolean;
  /** Entropy in bits of the policy of each round that was not cancelled. */
  readonly bits: ReadonlyMap<number, number>;
  /** What the rounds that are compared started from: the open one and the two that closed last. */
  readonly policies: ReadonlyMap<number, StoredPolicy>;
  /** Whose chances are followed; null until they are chosen, which needs a worker. */
  readonly followed: Followed | null;
};

/** The kinds of people of a study, and where their chances stand at each opening. */
export type Followed = {
  /** The rules that tell them apart, in words. */
  readonly rules: readonly string[];
  /** How many people the kinds are made of, and how many the first file had. */
  readonly personCount: number;
  readonly rowCount: number;
  readonly kinds: readonly { readonly answers: readonly boolean[]; readonly people: readonly Features[] }[];
  readonly points: ReadonlyMap<number, KindPoint>;
  readonly carried: Carried | null;
  /** Of the policy after the last step, which the next round opens with; null while a round is open, and where there is none. */
  readonly next: KindPoint | null;
};

/** States of a class of a million listed rules would take 8 MB each. */
const byteLimit = 64 * 1024 * 1024;

type Shares = { readonly heaviest: RuleShare[]; readonly fallen: RuleShare[] };

/** By study, what was last asked of a worker. A promise, so that whoever asks meanwhile waits for the same answer. */
type Answers<T> = Map<string, { readonly key: string; readonly answer: Promise<T> }>;

type Kept = {
  readonly traces: LRUCache<string, Trace>;
  readonly comparisons: Answers<Shares>;
  readonly verdicts: Answers<readonly AnsweredVerdict[]>;
  /** The chances of earlier rounds' people under a study's newest policy, by round. */
  readonly chances: Map<string, { readonly key: string; readonly rounds: ReadonlyMap<number, RoundChances> }>;
  last: Promise<void>;
};

/** By database, since a test runs several in one process. */
function keptIn(store: Store): Kept {
  return processWideOf("policy-traces", store, emptyKept);
}

/** With a study's trace goes what was asked of it. A trace that is larger than all may be is kept alone. */
function emptyKept(): Kept {
  const answers = { comparisons: new Map(), verdicts: new Map(), chances: new Map() };
  const traces = new LRUCache<string, Trace>({
    maxSize: byteLimit,
    sizeCalculation: (trace) => Math.min(Math.max(1, sizeOf(trace)), byteLimit),
    dispose: (_, studyId, reason) => {
      if (reason !== "set") for (const each of Object.values(answers)) each.delete(studyId);
    },
  });
  return { traces, ...answers, last: Promise.resolve() };
}

export function keptTrace(store: Store, studyId: string): Trace | undefined {
  return keptIn(store).traces.get(studyId);
}

/** A study's last comparison of two policies. */
export function keptComparisons(store: Store): Kept["comparisons"] {
  return keptIn(store).comparisons;
}

/** What a study's policy last did with the remembered verdicts. */
export function keptVerdicts(store: Store): Kept["verdicts"] {
  return keptIn(store).verdicts;
}

/** What the people of earlier rounds would be given by the policy that is newest. */
export function keptChances(store: Store): Kept["chances"] {
  return keptIn(store).chances;
}

/** Keeps a trace, and gives up others until the states take no more than the limit. */
export function keepTrace(store: Store, studyId: string, trace: Trace): void {
  keptIn(store).traces.set(studyId, trace);
}

function sizeOf({ tip, policies }: Trace): number {
  const states = [tip, ...[...policies.values()].map((policy) => policy.snapshot)];
  return states.reduce((bytes, state) => bytes + (state?.byteLength ?? 0), 0);
}

/** Asks a worker unless the study's last answer is the one to this key; a failure is forgotten. */
export function askOnce<T>(
  answers: Answers<T>,
  { studyId, key }: { studyId: string; key: string },
  ask: () => Promise<T>,
): Promise<T> {
  const known = answers.get(studyId);
  if (known?.key === key) return known.answer;
  const asked = { key, answer: ask() };
  answers.set(studyId, asked);
  asked.answer.catch(() => {
    if (answers.get(studyId) === asked) answers.delete(studyId);
  });
  return asked.answer;
}

/** One after another, so that whoever comes next finds what was computed before. */
export function oneAtATime<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const kept = keptIn(store);
  const result = kept.last.then(work);
  kept.last = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}
