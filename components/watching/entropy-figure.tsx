import { EmptyFigure } from "#components/charts/empty-figure.tsx";
import { EntropyChart } from "#components/charts/entropy-chart.tsx";
import type { PolicyView } from "#server/services/watching/read-policy.ts";
import { tableAddress } from "./addresses.ts";

export function EntropyFigure({ studyId, policy }: { studyId: string; policy: PolicyView }) {
  const { points, ruleCount, unknownBefore } = policy;
  if (points.length === 0) {
    return (
      <EmptyFigure
        title="How open the policy still is"
        note="Entropy of each round’s policy, in bits"
        kind="exact"
      >
        No round was opened yet. At the start all {ruleCount.toLocaleString("en-GB")} rules weigh the same:{" "}
        {Math.log2(ruleCount).toFixed(2)} bits.
      </EmptyFigure>
    );
  }
  return (
    <EntropyChart
      points={points}
      ruleCount={ruleCount}
      unknownBefore={unknownBefore}
      csv={tableAddress(studyId, "entropy")}
    />
  );
}
