import type { ReactNode } from "react";
import { FigureHead } from "#components/ui/charts/chart-figure.tsx";
import type { NumberKind } from "#components/ui/charts/kind-badge.tsx";
import type { SeriesLook } from "#components/ui/charts/series.ts";
import { formatNumber } from "#server/format.ts";

export type ReportLine = {
  readonly name: string;
  readonly look: SeriesLook;
  /** From one round to the next the value jumps. */
  readonly isStepped?: boolean;
  /** Round and value, oldest first. */
  readonly points: readonly (readonly [round: number, value: number])[];
};

const height = 50;

/**
 * Chart of a report, next to its table: drawn on the server, so that a page that is saved or printed has it. Words are
 * outside of the picture, which takes any width.
 */
export function LineFigure({
  title,
  note,
  kind,
  label,
  top,
  lines,
  children,
}: {
  title: string;
  note: string;
  kind: NumberKind;
  /** Text alternative of the picture. */
  label: string;
  top: number;
  lines: readonly ReportLine[];
  /** The same numbers as a table. */
  children: ReactNode;
}) {
  const rounds = lines.flatMap(({ points }) => points.map(([round]) => round));
  const [first, last] = [Math.min(...rounds), Math.max(...rounds)];
  const across = (round: number) => (last === first ? 50 : (100 * (round - first)) / (last - first));
  return (
    <figure className="grid min-w-0 gap-x-8 gap-y-4 border-t-2 border-rule pt-4 lg:grid-cols-2 print:grid-cols-2">
      <div className="min-w-0">
        <FigureHead title={title} note={note} kind={kind} />
        <div
          role="img"
          aria-label={label}
          className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-3 tabular-nums"
        >
          <span className="flex flex-col items-end justify-between">
            {[top, top / 2, 0].map((tick) => (
              <span key={tick}>{formatNumber(tick)}</span>
            ))}
          </span>
          <svg
            viewBox={`0 0 100 ${height}`}
            preserveAspectRatio="none"
            aria-hidden
            className="my-2 h-44 w-full overflow-visible"
          >
            {[0, height / 2, height].map((y) => (
              <path key={y} d={`M0 ${y}H100`} stroke="var(--hair)" vectorEffect="non-scaling-stroke" />
            ))}
            {lines.map(({ name, look, points, isStepped = false }) => (
              <path
                key={name}
                d={pathOf(
                  points.map(([round, value]) => [across(round), height * (1 - value / top)]),
                  isStepped,
                )}
                {...look}
                fill="none"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <span />
          <span className="flex justify-between">
            {[...new Set([first, last])].map((round) => (
              <span key={round}>{formatNumber(round)}</span>
            ))}
          </span>
        </div>
        <Legend lines={lines} />
      </div>
      <div className="min-w-0">{children}</div>
    </figure>
  );
}

function Legend({ lines }: { lines: readonly ReportLine[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
      {lines.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-2">
          <svg viewBox="0 0 24 6" aria-hidden className="h-1.5 w-6 flex-none">
            <path d="M0 3H24" {...look} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

type Place = readonly [x: number, y: number];

function pathOf(
  [start, ...rest]: readonly (readonly number[])[] | readonly Place[],
  isStepped: boolean,
): string {
  if (start === undefined) return "";
  const at = (value: number | undefined) => Math.round(100 * (value ?? 0)) / 100;
  const steps = rest.map(([x, y]) => (isStepped ? `H${at(x)}V${at(y)}` : `L${at(x)} ${at(y)}`));
  // A line without length is a dot.
  return `M${at(start[0])} ${at(start[1])}${steps.length === 0 ? "h0" : steps.join("")}`;
}
