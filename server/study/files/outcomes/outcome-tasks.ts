import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import type { OutcomesChoices } from "#server/study/files/outcomes/outcomes-file.ts";
import { type Chunks, decodeChunks, encodeChunks, hashOfChunks } from "#server/study/files/reading/chunks.ts";
import { type PackedFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import {
  chosenOf,
  type OutcomeStatus,
  type OutcomesPlan,
  type PlannedOutcome,
  planOutcomes,
} from "./plan-outcomes.ts";

/** The effects of confirming a file, and the outcomes themselves. */
export type PlannedFile = Omit<OutcomesPlan, "outcomes"> & {
  readonly newCount: number;
  readonly corrections: readonly {
    readonly from: OutcomeValue;
    readonly to: OutcomeValue;
    readonly count: number;
  }[];
  /** Always true: rows that cannot be used are left out. */
  readonly isReady: true;
  /** SHA-256 of the outcomes: equal plans have equal hashes. */
  readonly hash: string;
  /** The outcomes, by round and position. */
  readonly chunks: Chunks<PlannedOutcome>;
};

/**
 * Plans a file of outcomes; runs in a worker.
 *
 * @returns null while a column is not chosen
 */
export function planOutcomesFile(input: {
  packed: PackedFile;
  choices: OutcomesChoices;
  statuses: Chunks<OutcomeStatus>;
  chunkSize: number;
}): Result<PlannedFile | null> {
  const chosen = chosenOf(input.choices);
  if (chosen === null) return { value: null };
  return toResult(() => {
    const statuses = parsePages(input.statuses);
    const { outcomes, ...plan } = planOutcomes(unpackFile(input.packed), chosen, statuses);
    const chunks = encodeChunks(outcomes, input.chunkSize);
    const corrections = countCorrections(outcomes);
    const correctedCount = corrections.reduce((sum, { count }) => sum + count, 0);
    return {
      ...plan,
      newCount: outcomes.length - correctedCount,
      corrections,
      isReady: true,
      hash: hashOfChunks(chunks),
      chunks,
    };
  });
}

function* parsePages(pages: Chunks<OutcomeStatus>): Generator<OutcomeStatus> {
  for (const { rows } of decodeChunks(pages)) yield* rows;
}

function countCorrections(outcomes: OutcomesPlan["outcomes"]): PlannedFile["corrections"] {
  const counts = new Map<string, { from: OutcomeValue; to: OutcomeValue; count: number }>();
  for (const { before, value } of outcomes) {
    if (before === null) continue;
    const known = counts.get(`${before} ${value}`);
    counts.set(`${before} ${value}`, { from: before, to: value, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
