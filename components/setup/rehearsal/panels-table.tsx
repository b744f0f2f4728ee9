import { FigureWords, figureLook } from "#components/ui/charts/figure-words.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/setupStrictness.ts";
import { formatMean } from "#server/format.ts";
import type { PanelFigures } from "#server/simulation/rehearsal/result.ts";

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
          [t.reports(), ({ reports }) => <FigureWords figure={reports} say={formatMean} />, figureLook],
          [t.judged(), ({ judged }) => <FigureWords figure={judged} say={formatMean} />, figureLook],
          [t.pairs(), ({ pairs }) => <FigureWords figure={pairs} say={formatMean} />, figureLook],
          hasWrong && [
            t.wrong(),
            ({ wrong }) => <FigureWords figure={wrong} say={(share) => formatMean(100 * share)} />,
            figureLook,
          ],
        ]}
      />
    </div>
  );
}
