import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import * as rehearsal from "#messages/setupRehearsal.ts";
import * as t from "#messages/setupStrictness.ts";
import { formatMean } from "#server/format.ts";
import type { RehearsalResult } from "#server/simulation/rehearsal/result.ts";
import { assumedPanels } from "#server/simulation/rehearsal/strictness.ts";
import type { Figure } from "#server/simulation/results.ts";

/** The end of the draft's own settings with a strict, the chosen or estimated, and a mild panel. */
export function PanelsTable({ result: { panels, fitted, settings } }: { result: RehearsalResult }) {
  return (
    <div>
      <h3>{t.panels()}</h3>
      <p className="mb-2 max-w-measure text-sm text-ink-2">
        {t.panelsNote({
          ...assumedPanels,
          hasFit: fitted !== null,
          ...(fitted ?? { points: 0, low: 0, high: 0 }),
        })}
      </p>
      <Table
        bare
        caption={t.panelsCaption({ rounds: settings[0]?.rounds ?? 0 })}
        head={
          <tr>
            <HeaderCell>{t.panel()}</HeaderCell>
            <HeaderCell numeric>{t.reports()}</HeaderCell>
            <HeaderCell numeric>{t.judged()}</HeaderCell>
            <HeaderCell numeric>{t.wrong()}</HeaderCell>
          </tr>
        }
      >
        {panels.map(({ panel, reports, judged, wrong }) => (
          <Row key={panel}>
            <RowHead className="font-normal">
              {t.panelName({ panel: panel === "chosen" && fitted !== null ? "fitted" : panel })}
            </RowHead>
            <FigureCell figure={reports} />
            <FigureCell figure={judged} />
            <FigureCell figure={wrong} times={100} />
          </Row>
        ))}
      </Table>
    </div>
  );
}

function FigureCell({ figure: { mean, low, high }, times = 1 }: { figure: Figure; times?: number }) {
  return (
    <Cell numeric className="px-2 whitespace-nowrap">
      <b>{formatMean(times * mean)}</b>
      <span className="block text-xs text-ink-3">
        {rehearsal.range({ low: formatMean(times * low), high: formatMean(times * high) })}
      </span>
    </Cell>
  );
}
