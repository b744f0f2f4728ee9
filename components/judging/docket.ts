import { countVerdicts, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import { formatCount } from "#server/format.ts";
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
  const own = `${docket.seen} of ${docket.count}`;
  if (others.count === 0) return own;
  return `${own} of the docket, ${docket.seen + others.seen} of ${docket.count + others.count} eligible`;
}

/** Title of a pair: "Pair 7 of 24". Pairs outside the docket are numbered separately: "Other pair 3 of 64". */
export function pairTitle({ pairs, docketCount }: Pairs, place: number): string {
  if (place < docketCount) return `Pair ${place + 1} of ${docketCount}`;
  return `Other pair ${place - docketCount + 1} of ${pairs.length - docketCount}`;
}

/** Describes what is left on the docket, in one sentence; undefined if nothing is. */
export function leftOnDocket({ docket, others }: Coverage): string | undefined {
  const left = docket.count - docket.seen;
  if (left === 0) return undefined;
  const [are, them] = left === 1 ? ["is", "it"] : ["are", "them"];
  const where = others.count === 0 ? "of this round" : "of the docket";
  return `${formatCount(left, "pair")} ${where} ${are} not looked at: your ballot says nothing about ${them}.`;
}
