import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { EntropyChart } from "#components/ui/charts/entropy-chart.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/policy.ts";
import { formatFixed } from "#server/format.ts";
import type { PolicyView } from "#server/results/policy/read-policy.ts";

export function EntropyFigure({ studyId, policy }: { studyId: string; policy: PolicyView }) {
  const { points, drawnCount, isPartlyLost, ruleCount } = policy;
  if (points.length === 0) {
    return (
      <EmptyFigure title={t.entropyTitle()} note={t.entropyNote()} kind="exact">
        {isPartlyLost ? t.policiesLost() : `${t.noRoundOpened()} ${startWords(policy)}`}
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
  if (drawnCount !== null) return t.startDrawn({ drawn: drawnCount });
  const most = { rules: ruleCount, bits: formatFixed(Math.log2(ruleCount), 2) };
  return isEvenStart ? t.startEven(most) : t.startUneven(most);
}
