import { formatNumber } from "#server/format.ts";

/** Bars next to each other from 0, with the largest labelled. The table below has the numbers. */
export function Columns({
  values,
  tall = false,
  words,
}: {
  values: readonly number[];
  tall?: boolean;
  /** Label above a bar; if absent, only the largest has one. */
  words?: (value: number) => string;
}) {
  const most = Math.max(...values);
  return (
    <div aria-hidden className={`flex items-end gap-px border-b border-edge ${tall ? "h-36" : "h-24"}`}>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its place
        <span key={index} className="flex h-full min-w-0 flex-1 flex-col justify-end text-center">
          {value > 0 && (words === undefined ? value === most : value >= most / 100) && (
            <span className="text-xs leading-5 whitespace-nowrap text-ink-2 tabular-nums">
              {(words ?? formatNumber)(value)}
            </span>
          )}
          {value > 0 && (
            <span className="block min-h-px bg-series-6" style={{ height: `${(82 * value) / most}%` }} />
          )}
        </span>
      ))}
    </div>
  );
}
