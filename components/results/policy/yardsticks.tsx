import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { DataTable } from "#components/ui/table.tsx";
import { yardstickRows } from "#components/ui/yardstick-rows.ts";
import * as t from "#messages/picks.ts";
import type { MeanEstimate } from "#server/analysis/findings/loss-estimate.ts";
import { formatNumber } from "#server/format.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";

/** Table of the study's wrong decisions and those of the rules with which it is compared. Closed at first. */
export function Yardsticks({ compared, unreportable }: Pick<Overview, "compared" | "unreportable">) {
  if (compared?.policy.isSupported !== true) return null;
  const rows = [
    { words: t.policyRow(), errors: compared.policy },
    ...yardstickRows<MeanEstimate | number>({ ...compared, unreportable }),
  ];
  return (
    <details className="mt-3">
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">
        {t.yardsticksTitle()} <KindBadge kind="estimated" />
      </summary>
      <DataTable
        caption={t.yardsticksTitle()}
        rows={rows}
        keyOf={({ words }) => words}
        columns={[
          [t.ruleColumn(), ({ words }) => words],
          [t.decisionsColumn(), ({ errors }) => estimateWords(errors), { numeric: true }],
        ]}
      />
      <p className="max-w-measure pt-2 text-sm text-ink-2">
        {t.yardsticksNote()}{" "}
        {compared.inForce &&
          t.inForceNote({ outcomes: compared.inForce.outcomeCount, rounds: compared.inForce.roundCount })}
      </p>
    </details>
  );
}

function estimateWords(errors: MeanEstimate | number): string {
  const shown = (share: number) => formatNumber(Math.round(100 * share));
  if (typeof errors === "number") return shown(errors);
  const { mean, interval } = errors;
  if (interval === null) return shown(mean);
  return t.estimateWithRange({ mean: shown(mean), low: shown(interval.low), high: shown(interval.high) });
}
