import { LRUCache } from "lru-cache";
import type { Store } from "#db/store/store.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import type { RoundChances } from "#server/workers/change-tasks.ts";
import type { Carried, KindPoint } from "#server/workers/kind-moves.ts";
import type { ConstantWeights, RuleShare } from "#server/workers/policy-tasks.ts";
import type { StoredPolicy } from "#server/workers/policy-weights.ts";
import type { AnsweredVerdict } from "#server/workers/verdict-tasks.ts";

/** The learner replayed from the log, up to the last entry that it has applied. */
export type Trace = {
  readonly tipSeq: number;
  readonly tip: Uint8Array | null;
  /** A person was erased: states before some entry cannot be computed any more. */
  readonly isPartlyLost: boolean;
  /** Entropy in bits of the policy of each round that was not cancelled. */
  readonly bits: ReadonlyMap<number, number>;
  /** Initial policies of the rounds that are compared: the open one and the two that closed last. */
  readonly policies: ReadonlyMap<number, StoredPolicy>;
  /** The people whose chances are followed; null until they are chosen, which needs a worker. */
  readonly followed: Followed | null;
};

/** The kinds of people of a study, and their chances at each opening. */
export type Followed = {
  /** The rules that distinguish them. */
  readonly rules: readonly number[];
  /** Number of people that the kinds are made of, and the number of people in the first file. */
  readonly personCount: number;
  readonly rowCount: number;
  readonly kinds: readonly { readonly answers: readonly boolean[]; readonly people: readonly Features[] }[];
  readonly points: ReadonlyMap<number, KindPoint>;
  readonly carried: Carried | null;
  /**
   * Point of the policy after the last step, which the next round opens with; null while a round is open, and where
   * there is none.
   */
  readonly next: KindPoint | null;
};

/** States of a class of a million listed rules would take 8 MB each. */
const byteLimit = 64 * 1024 * 1024;

type Shares = {
  readonly heaviest: RuleShare[];
  readonly fallen: RuleShare[];
  readonly constants: ConstantWeights;
};

/** The last request to a worker, by study. Holds a promise, so that concurrent callers wait for the same answer. */
type Answers<T> = Map<string, { readonly key: string; readonly answer: Promise<T> }>;

type Kept = {
  readonly traces: LRUCache<string, Trace>;
  readonly comparisons: Answers<Shares>;
  readonly verdicts: Answers<readonly AnsweredVerdict[]>;
  /** Chances of earlier rounds' people under a study's newest policy, by round. */
  readonly chances: Map<string, { readonly key: string; readonly rounds: ReadonlyMap<number, RoundChances> }>;
  last: Promise<void>;
};

/** Caches of one database, since a test runs several in one process. */
function keptIn(store: Store): Kept {
  return processWideOf("policy-traces", store, emptyKept);
}

/**
 * Makes empty caches. Evicting a study's trace drops its other answers too. A trace above the size limit is kept alone.
 */
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

/** Cache of each study's last comparison of two policies. */
export function keptComparisons(store: Store): Kept["comparisons"] {
  return keptIn(store).comparisons;
}

/** Cache of the remembered verdicts' last effect on each study's policy. */
export function keptVerdicts(store: Store): Kept["verdicts"] {
  return keptIn(store).verdicts;
}

/** Cache of the chances of earlier rounds' people under the newest policy. */
export function keptChances(store: Store): Kept["chances"] {
  return keptIn(store).chances;
}

/** Keeps a trace, and evicts others until the states take no more than the limit. */
export function keepTrace(store: Store, studyId: string, trace: Trace): void {
  keptIn(store).traces.set(studyId, trace);
}

function sizeOf({ tip, policies }: Trace): number {
  const states = [tip, ...[...policies.values()].map((policy) => policy.snapshot)];
  return states.reduce((bytes, state) => bytes + (state?.byteLength ?? 0), 0);
}

/** Runs a request unless the study's last one had the same key; a failure is forgotten. */
export function askOnce<T>(
  answers: Answers<T>,
  { studyId, key }: { studyId: string; key: string },
  ask: () => Promise<T>,
): Promise<T> {
  const known = answers.get(studyId);
  if (known?.key === key) return known.answer;
  const entry = { key, answer: ask() };
  answers.set(studyId, entry);
  entry.answer.catch(() => {
    if (answers.get(studyId) === entry) answers.delete(studyId);
  });
  return entry.answer;
}

/** Runs tasks one after another, so that the next one finds what was computed before. */
export function oneAtATime<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const kept = keptIn(store);
  const result = kept.last.then(work);
  kept.last = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}
