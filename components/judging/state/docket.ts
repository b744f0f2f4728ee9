import { countVerdicts, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

type Pairs = Pick<Judging, "pairs" | "docketCount">;

/** Progress: in the docket, and among the other pairs. */
export type Coverage = {
  readonly docket: { readonly seen: number; readonly count: number };
  readonly others: { readonly seen: number; readonly count: number };
};

export function coverageOf({ pairs, docketCount }: Pairs, verdicts: Verdicts): Coverage {
  const part = (some: Judging["pairs"]) => ({
    seen: some.length - countVerdicts(some, verdicts).unseen,
    count: some.length,
  });
  return { docket: part(pairs.slice(0, docketCount)), others: part(pairs.slice(docketCount)) };
}

/** Describes progress: "19 of 24 of the docket, 31 of 88 eligible", or "19 of 24" if the docket holds every pair. */
export function coverageInWords({ docket, others }: Coverage): string {
  if (others.count === 0) return t.seenOf(docket);
  return t.seenOfDocket({
    ...docket,
    allSeen: docket.seen + others.seen,
    all: docket.count + others.count,
  });
}

/** Title of a pair: "Pair 7 of 24". Pairs outside the docket are numbered separately: "Other pair 3 of 64". */
export function pairTitle({ pairs, docketCount }: Pairs, place: number): string {
  if (place < docketCount) return t.pairTitle({ place: place + 1, count: docketCount });
  return t.otherPairTitle({ place: place - docketCount + 1, count: pairs.length - docketCount });
}

/** Names a pair by its place: "Pair 7", or "Other pair 3" outside the docket. */
export function pairPlace({ docketCount }: Pairs, place: number): string {
  if (place < docketCount) return t.pairPlace({ place: place + 1 });
  return t.otherPairPlace({ place: place - docketCount + 1 });
}
