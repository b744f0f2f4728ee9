import { PanelsTable } from "#components/setup/rehearsal/panels-table.tsx";
import { HowComputed } from "#components/ui/how-computed.tsx";
import * as t from "#messages/panelRehearsal.ts";
import { formatNumber } from "#server/format.ts";
import type { PanelRehearsal } from "#server/simulation/rehearsal/result.ts";
import { assumedPanels } from "#server/simulation/rehearsal/strictness.ts";

/** The rounds of a rehearsal by strictness of the panel. */
export function NextRoundsResults({ result }: { result: PanelRehearsal }) {
  const { after, rounds, runs, fitted, panels } = result;
  const pairs = panels.find(({ panel }) => panel === "chosen")?.pairs;
  return (
    <>
      {pairs && (
        <p role="status" className="text-xl">
          {t.pairs({ rounds, low: formatNumber(pairs.low), high: formatNumber(pairs.high) })}
        </p>
      )}
      <PanelsTable panels={panels} rounds={rounds} isFitted note={t.note({ after })} />
      <HowComputed>
        <p>{t.lines({ ...assumedPanels, ...fitted })}</p>
        <p>{t.computed({ runs })}</p>
      </HowComputed>
    </>
  );
}
