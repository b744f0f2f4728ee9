import * as t from "#messages/charts.ts";
import type { Figure } from "#server/simulation/results.ts";

/** Look of a column of figures. */
export const figureLook = { numeric: true, className: "px-2 whitespace-nowrap" } as const;

/** A mean over seeds, with the lowest and the highest below it unless they are equal; a dash if it is not known. */
export function FigureWords({ figure, say }: { figure: Figure | undefined; say: (value: number) => string }) {
  if (figure === undefined) return "–";
  const { mean, low, high } = figure;
  return (
    <>
      <b>{say(mean)}</b>
      {low !== high && (
        <span className="block text-xs text-ink-3">{t.lowToHigh({ low: say(low), high: say(high) })}</span>
      )}
    </>
  );
}
