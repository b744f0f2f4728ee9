import * as t from "#messages/policy.ts";
import type { GuardedOverview } from "#server/results/policy/guarded-overview.ts";

type Promised = Pick<GuardedOverview, "promise"> & {
  readonly rounds: readonly Pick<GuardedOverview["rounds"][number], "isCut">[];
};

type Reasoned = Pick<GuardedOverview, "promise"> & {
  readonly rounds: readonly Pick<GuardedOverview["rounds"][number], "round" | "t">[];
};

/** Summarises the guarantee: "2 reports in 12 rounds. At most 3 were possible. Guaranteed up to round 495. ..." */
export function promiseWords({ promise, rounds }: Promised): string {
  const { reportCount, closedCount, most, cutReportCount, certainUntil } = promise;
  const possible = { most: most.at(-1) ?? 0, cut: cutReportCount };
  return [
    ...(closedCount === 0
      ? [t.promiseNone()]
      : [
          t.promiseCount({ reports: reportCount, rounds: closedCount }),
          cutReportCount === 0 ? t.promiseMost(possible) : t.promiseMostCut(possible),
        ]),
    t.promiseUntil({ until: certainUntil }),
    t.corrections({ cut: rounds.filter(({ isCut }) => isCut).length }),
  ].join(" ");
}

/** Explains why the guarantee holds, and how it continues. */
export function promiseReason({ promise: { ahead, certainUntil }, rounds }: Reasoned): string {
  const hasCancelled = rounds.some(({ round, t: counted }) => round !== counted);
  const reason = t.promiseReason({ ...ahead, until: certainUntil });
  return hasCancelled ? `${reason} ${t.cancelledNotCounted()}` : reason;
}
