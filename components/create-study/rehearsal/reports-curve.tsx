import type { RehearsedSetting } from "#server/draft/rehearsal/result.ts";
import { round } from "./rehearsal-words.ts";

const width = 100;
const height = 40;

/** Reports so far: the mean of the runs, their band, and the most there can be. The table below has the numbers. */
export function ReportsCurve({
  setting: { curve, rounds },
  name,
}: {
  setting: RehearsedSetting;
  name: string;
}) {
  const top = Math.max(1, curve.most?.at(-1) ?? 0, curve.high.at(-1) ?? 0);
  const x = (index: number) => (rounds === 1 ? 0 : (width * index) / (rounds - 1));
  const y = (value: number) => height - (height * value) / top;
  const line = (values: readonly number[]) =>
    values.map((value, index) => `${x(index)},${y(value)}`).join(" ");
  const back = [...curve.low.entries()].reverse().map(([index, value]) => `${x(index)},${y(value)}`);
  const most = curve.most?.at(-1);
  const said = `${name}: reports rise to ${round(curve.mean.at(-1) ?? 0)} on average in ${rounds} rounds${most === undefined ? "" : `; at most ${most} are possible`}.`;
  return (
    <figure className="px-4 pb-3 md:px-6">
      <figcaption className="mb-1 text-sm text-ink-2">
        Reports so far: mean and band of the runs
        {most !== undefined && ", and the most there can be (dashed)"}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-3 tabular-nums">
        <span className="flex flex-col justify-between text-right" aria-hidden>
          <span>{round(top)}</span>
          <span>0</span>
        </span>
        <svg
          role="img"
          aria-label={said}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-32 w-full overflow-visible border-b border-edge"
        >
          <polygon points={`${line(curve.high)} ${back.join(" ")}`} className="fill-hover" />
          {curve.most !== null && (
            <polyline
              points={line(curve.most)}
              fill="none"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
              className="stroke-ink-2"
            />
          )}
          <polyline
            points={line(curve.mean)}
            fill="none"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        </svg>
        <span />
        <span className="flex justify-between pt-1" aria-hidden>
          <span>round 1</span>
          <span>{rounds}</span>
        </span>
      </div>
    </figure>
  );
}
