import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { type OrRefused, orRefused, type PackedFile } from "#server/files/people/people-tasks.ts";
import type { OutcomeValue } from "#server/learner/contract/learner.ts";
import type { OutcomesChoices } from "#server/schemas/outcomes-file.ts";
import { chosenOf, type OutcomesPlan, planOutcomes, type Standing } from "./plan-outcomes.ts";

/** What confirming would do, and the outcomes themselves in chunks of JSON that are parsed when their turn comes. */
export type PlannedFile = Omit<OutcomesPlan, "outcomes"> & {
  readonly newCount: number;
  readonly corrections: readonly {
    readonly from: OutcomeValue;
    readonly to: OutcomeValue;
    readonly count: number;
  }[];
  /** SHA-256 of the outcomes: the same plan has the same. */
  readonly hash: string;
  readonly chunks: readonly Uint8Array[];
};

/**
 * The work on a file of outcomes that runs in a worker.
 *
 * @param input.standings pages of JSON arrays
 * @returns null while a column is not chosen
 */
export function planOutcomesFile(input: {
  packed: PackedFile;
  choices: OutcomesChoices;
  standings: readonly Uint8Array[];
  chunkSize: number;
}): OrRefused<PlannedFile | null> {
  const chosen = chosenOf(input.choices);
  if (chosen === null) return { value: null };
  return orRefused(() => {
    const bytes = inflateSync(Buffer.from(input.packed, "base64"));
    const { outcomes, ...plan } = planOutcomes(bytes, chosen, parsePages(input.standings));
    const hash = createHash("sha256");
    const encoder = new TextEncoder();
    const chunks: Uint8Array[] = [];
    for (let start = 0; start < outcomes.length; start += input.chunkSize) {
      const chunk = encoder.encode(JSON.stringify(outcomes.slice(start, start + input.chunkSize)));
      hash.update(chunk);
      chunks.push(chunk);
    }
    const corrections = countCorrections(outcomes);
    const correctedCount = corrections.reduce((sum, { count }) => sum + count, 0);
    return {
      ...plan,
      newCount: outcomes.length - correctedCount,
      corrections,
      hash: hash.digest("hex"),
      chunks,
    };
  });
}

function* parsePages(pages: readonly Uint8Array[]): Generator<Standing> {
  const decoder = new TextDecoder();
  for (const page of pages) yield* JSON.parse(decoder.decode(page)) as Standing[];
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
