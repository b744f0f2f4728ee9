import { EmptyFigure } from "#components/charts/empty-figure.tsx";
import { EntropyChart } from "#components/charts/entropy-chart.tsx";
import type { PolicyView } from "#server/services/watching/read-policy.ts";
import { tableAddress } from "./addresses.ts";

export function EntropyFigure({ studyId, policy }: { studyId: string; policy: PolicyView }) {
  const { points, ruleCount, drawnCount, isPartlyLost } = policy;
  if (points.length === 0) {
    return (
      <EmptyFigure
        title="How open the policy still is"
        note="Entropy of each round’s policy, in bits"
        kind="exact"
      >
        {isPartlyLost
          ? "Somebody who stood in a round was erased, so the policies of the rounds so far cannot be computed again."
          : drawnCount === null
            ? `No round was opened yet. At the start all ${ruleCount.toLocaleString("en-GB")} rules weigh the same: ${Math.log2(ruleCount).toFixed(2)} bits.`
            : `No round was opened yet. FTPL keeps no weights: each opening draws ${drawnCount.toLocaleString("en-GB")} rules, and the first point is counted among them.`}
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
