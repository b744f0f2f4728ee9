import { FigureWords, figureLook } from "#components/ui/charts/figure-words.tsx";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import { type CellColumn, DataTable } from "#components/ui/table.tsx";
import { yardstickRows } from "#components/ui/yardstick-rows.ts";
import * as picks from "#messages/picks.ts";
import * as t from "#messages/simulations.ts";
import { formatNumber } from "#server/format.ts";
import type { Figure } from "#server/simulation/results.ts";
import type { RunView } from "./page-state.ts";

/** Table of wrong decisions of runs and of the rules with which they are compared, a column for each run. */
export function ErrorTable({ runs }: { runs: readonly (Pick<RunView, "figures"> & { head: string })[] }) {
  const columns = runs.flatMap(({ head, figures }) =>
    figures === null
      ? []
      : [
          {
            head,
            rows: [
              { words: picks.runRow(), errors: figures.error },
              ...yardstickRows<Figure>(figures.yardsticks),
            ],
          },
        ],
  );
  const words = [...new Set(columns.flatMap((column) => column.rows.map(({ words }) => words)))];
  if (words.length === 0) return null;
  return (
    <Sheet ruled>
      <DataTable
        caption={picks.yardsticksTitle()}
        rows={words}
        keyOf={(word) => word}
        columns={[
          [picks.ruleColumn(), (word) => word],
          ...columns.map(
            ({ head, rows }): CellColumn<string> => [
              head,
              (word) => (
                <FigureWords figure={rows.find((row) => row.words === word)?.errors} say={inHundred} />
              ),
              figureLook,
            ],
          ),
        ]}
      />
      <SheetFooter>{t.yardsticksMeaning()}</SheetFooter>
    </Sheet>
  );
}

function inHundred(share: number): string {
  return formatNumber(Math.round(100 * share));
}
