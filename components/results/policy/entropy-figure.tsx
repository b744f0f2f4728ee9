import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { EntropyChart } from "#components/ui/charts/entropy-chart.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { formatFixed, formatNumber } from "#server/format.ts";
import type { PolicyView } from "#server/results/policy/read-policy.ts";

export function EntropyFigure({ studyId, policy }: { studyId: string; policy: PolicyView }) {
  const { points, drawnCount, isPartlyLost, ruleCount } = policy;
  if (points.length === 0) {
    return (
      <EmptyFigure
        title="How open the policy still is"
        note="Entropy of each round’s policy, in bits"
        kind="exact"
      >
        {isPartlyLost
          ? "A person of a round was erased, so the policies of the rounds so far cannot be computed again."
          : `No round was opened yet. ${startWords(policy)}`}
      </EmptyFigure>
    );
  }
  return (
    <EntropyChart
      points={points}
      ruleCount={ruleCount}
      drawnCount={drawnCount}
      isPartlyLost={isPartlyLost}
      csv={tableAddress(studyId, "entropy")}
    />
  );
}

function startWords({ ruleCount, drawnCount, isEvenStart }: PolicyView): string {
  if (drawnCount !== null) {
    return `FTPL keeps no weights: each opening draws ${formatNumber(drawnCount)} rules, and the first point is counted among them.`;
  }
  const most = `${formatFixed(Math.log2(ruleCount), 2)} bits`;
  return isEvenStart
    ? `At the start all ${formatNumber(ruleCount)} rules weigh the same: ${most}.`
    : `At the start some rules weigh more than others, as the settings say, so the first point lies below ${most}, where all ${formatNumber(ruleCount)} rules would weigh the same.`;
}
