import { DataTable } from "#components/ui/table.tsx";
import * as rehearsal from "#messages/setupRehearsal.ts";
import * as t from "#messages/setupStrictness.ts";
import { formatMean } from "#server/format.ts";
import type { PanelFigures } from "#server/simulation/rehearsal/result.ts";
import type { Figure } from "#server/simulation/results.ts";

/** The end of the same rounds with a strict, the chosen or estimated, and a mild panel. */
export function PanelsTable({
  panels,
  rounds,
  isFitted,
  note,
}: {
  panels: readonly PanelFigures[];
  rounds: number;
  isFitted: boolean;
  note: string;
}) {
  const hasWrong = panels.some(({ wrong }) => wrong !== undefined);
  return (
    <div>
      <h3>{t.panels()}</h3>
      <p className="mb-2 max-w-measure text-sm text-ink-2">{note}</p>
      <DataTable
        bare
        caption={t.panelsCaption({ rounds })}
        rows={panels}
        keyOf={({ panel }) => panel}
        columns={[
          [
            t.panel(),
            ({ panel }) => t.panelName({ panel: panel === "chosen" && isFitted ? "fitted" : panel }),
            { className: "font-normal" },
          ],
          [t.reports(), ({ reports }) => <FigureWords figure={reports} />, figureLook],
          [t.judged(), ({ judged }) => <FigureWords figure={judged} />, figureLook],
          [t.pairs(), ({ pairs }) => <FigureWords figure={pairs} />, figureLook],
          hasWrong && [
            t.wrong(),
            ({ wrong }) => wrong && <FigureWords figure={wrong} times={100} />,
            figureLook,
          ],
        ]}
      />
    </div>
  );
}

const figureLook = { numeric: true, className: "px-2 whitespace-nowrap" } as const;

function FigureWords({ figure: { mean, low, high }, times = 1 }: { figure: Figure; times?: number }) {
  return (
    <>
      <b>{formatMean(times * mean)}</b>
      <span className="block text-xs text-ink-3">
        {rehearsal.range({ low: formatMean(times * low), high: formatMean(times * high) })}
      </span>
    </>
  );
}
