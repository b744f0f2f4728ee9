import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
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
      <Table
        bare
        caption={t.panelsCaption({ rounds })}
        head={
          <tr>
            <HeaderCell>{t.panel()}</HeaderCell>
            <HeaderCell numeric>{t.reports()}</HeaderCell>
            <HeaderCell numeric>{t.judged()}</HeaderCell>
            <HeaderCell numeric>{t.pairs()}</HeaderCell>
            {hasWrong && <HeaderCell numeric>{t.wrong()}</HeaderCell>}
          </tr>
        }
      >
        {panels.map(({ panel, reports, judged, pairs, wrong }) => (
          <Row key={panel}>
            <RowHead className="font-normal">
              {t.panelName({ panel: panel === "chosen" && isFitted ? "fitted" : panel })}
            </RowHead>
            <FigureCell figure={reports} />
            <FigureCell figure={judged} />
            <FigureCell figure={pairs} />
            {wrong && <FigureCell figure={wrong} times={100} />}
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
