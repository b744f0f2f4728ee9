import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { DataTable } from "#components/ui/table.tsx";
import { yardstickRows } from "#components/ui/yardstick-rows.ts";
import * as t from "#messages/picks.ts";
import type { MeanEstimate } from "#server/analysis/findings/loss-estimate.ts";
import { formatNumber } from "#server/format.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";

type Compared = Pick<Overview, "compared" | "unreportable">;

/** The study's wrong decisions and those of the rules with which it is compared. Closed at first. */
export function Yardsticks({ compared, unreportable }: Compared) {
  if (compared?.policy.isSupported !== true) return null;
  return (
    <details className="mt-3">
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">
        {t.yardsticksTitle()} <KindBadge kind="estimated" />
      </summary>
      <YardstickTable compared={compared} unreportable={unreportable} />
    </details>
  );
}

/** Table of the study's wrong decisions and those of the rules with which it is compared, and how to read it. */
export function YardstickTable({
  compared,
  unreportable,
}: {
  compared: NonNullable<Compared["compared"]>;
  unreportable: Compared["unreportable"];
}) {
  const rows = [
    { words: t.policyRow(), errors: compared.policy },
    ...yardstickRows<MeanEstimate | number>({ ...compared, unreportable }),
  ];
  return (
    <>
      <DataTable
        caption={t.yardsticksTitle()}
        rows={rows}
        keyOf={({ words }) => words}
        columns={[
          [t.ruleColumn(), ({ words }) => words],
          [
            t.decisionsColumn(),
            ({ errors }) => estimateWords(errors),
            { numeric: true, className: "whitespace-nowrap" },
          ],
        ]}
      />
      <p className="max-w-measure pt-2 text-sm text-ink-2">
        {t.yardsticksNote()}{" "}
        {compared.inForce &&
          t.inForceNote({ outcomes: compared.inForce.outcomeCount, rounds: compared.inForce.roundCount })}
      </p>
    </>
  );
}

function estimateWords(errors: MeanEstimate | number): string {
  const shown = (share: number) => formatNumber(Math.round(100 * share));
  if (typeof errors === "number") return shown(errors);
  const { mean, interval } = errors;
  if (interval === null) return shown(mean);
  return t.estimateWithRange({ mean: shown(mean), low: shown(interval.low), high: shown(interval.high) });
}
