"use client";

import * as t from "#messages/charts.ts";
import { formatFixed, formatSignificant } from "#server/format.ts";
import { LineChart } from "./line-chart.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { series } from "./series.ts";

export type EntropyPoint = { readonly round: number; readonly bits: number; readonly isOpen: boolean };

/** Chart of how far the policy is from deciding by one rule. */
export function EntropyChart({
  points,
  ruleCount,
  drawnCount,
  isPartlyLost,
  csv,
}: {
  points: readonly EntropyPoint[];
  ruleCount: number;
  /** FTPL only: number of drawn rules among which shares are counted. */
  drawnCount: number | null;
  isPartlyLost: boolean;
  csv: string;
}) {
  const isDrawn = drawnCount !== null && drawnCount < ruleCount;
  const most = Math.log2(isDrawn ? drawnCount : ruleCount);
  const first = points.at(0);
  const last = points.at(-1);
  const top = niceTop(most);
  const label = t.entropyLabel({
    first: formatFixed(first?.bits ?? 0, 2),
    firstRound: String(first?.round ?? 0),
    last: formatFixed(last?.bits ?? 0, 2),
    lastRound: String(last?.round ?? 0),
    isDrawn,
    count: isDrawn ? drawnCount : ruleCount,
    most: formatFixed(most, 2),
  });
  return (
    <LineChart
      title={t.entropyTitle()}
      note={t.entropyNote()}
      kind="exact"
      label={label}
      points={points}
      frame={{ top, ticks: ticksTo(top), tickWords: (tick) => formatSignificant(tick) }}
      lines={[
        {
          value: most,
          look: series.rest,
          figure: t.bits({ bits: formatFixed(most, 2) }),
          name: t.entropyMost({ isDrawn }),
        },
        {
          value: ({ bits }) => bits,
          look: series.first,
          dots: points.slice(-1),
          figure: t.bits({ bits: formatFixed(last?.bits ?? 0, 2) }),
          name: t.likeRules({ count: formatSignificant(2 ** (last?.bits ?? 0)) }),
        },
      ]}
      columns={[
        [t.round(), ({ round }) => String(round)],
        [t.entropyBits(), ({ bits }) => formatFixed(bits, 3)],
        [t.equalRules(), ({ bits }) => formatSignificant(2 ** bits)],
      ]}
      csv={csv}
    >
      <p>
        {t.entropyHow({
          most: formatFixed(Math.log2(ruleCount), 2),
          count: ruleCount,
          power: () => (
            <>
              2<sup>H</sup>
            </>
          ),
        })}
        {drawnCount !== null &&
          ` ${t.entropyDrawn({ count: drawnCount, most: formatFixed(Math.log2(drawnCount), 2) })}`}
        {last?.isOpen && ` ${t.entropyOpen({ round: String(last.round) })}`}
        {isPartlyLost && ` ${t.entropyLost({ round: String(first?.round) })}`}
      </p>
    </LineChart>
  );
}
