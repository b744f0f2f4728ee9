import { FigureWords, figureLook } from "#components/ui/charts/figure-words.tsx";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/simulations.ts";
import { formatFixed, formatNumber } from "#server/format.ts";
import type { Figure } from "#server/simulation/results.ts";
import { type LineLook, type RunLine, slopeOf } from "./lines.ts";
import type { RunsPageState } from "./page-state.ts";
import { measureTitle, proofWords, rounded } from "./run-words.ts";

/** The legend of the chart combined with its final values. */
export function CompareTable({
  lines,
  without,
  measure,
}: {
  lines: readonly RunLine[];
  /** Names of runs that do not measure this. */
  without: readonly string[];
  measure: RunsPageState["measure"];
}) {
  return (
    <Sheet ruled>
      <DataTable
        caption={t.compareTable()}
        rows={lines}
        keyOf={({ id }) => id}
        columns={[
          [t.run(), (line) => <LineName {...line} />, { className: "min-w-40" }],
          [
            t.column({ column: "rounds" }),
            ({ mean }) => formatNumber(mean.at(-1)?.round ?? 0),
            { numeric: true },
          ],
          [
            measure === "reports" ? t.withReport() : measureTitle(measure),
            (line) => <FigureWords figure={endOf(line)} say={rounded} />,
            figureLook,
          ],
          [t.provenBound(), (line) => <Bound {...line} />, { numeric: true, className: "whitespace-nowrap" }],
          [t.slope(), ({ mean }) => slopeWords(slopeOf(mean)), { numeric: true }],
        ]}
      />
      <SheetFooter>
        {t.endsMeaning()} {t.boundMeaning()}
      </SheetFooter>
      {without.length > 0 && <SheetFooter>{t.notMeasured({ names: without.join(", ") })}</SheetFooter>}
    </Sheet>
  );
}

function LineName({ name, look, kind }: RunLine) {
  return (
    <>
      <span className="flex items-center gap-2">
        <Sample look={look} /> <span>{look.letter}</span> <span className="font-normal">{name}</span>
      </span>
      <span className="mt-1 block">
        <KindBadge kind={kind} />
      </span>
    </>
  );
}

/** Returns the value at the end of a line: its mean, the lowest and the highest seed. */
function endOf({ mean, each }: RunLine): Figure {
  const end = mean.at(-1)?.value ?? 0;
  const ends = each.flatMap((points) => points.at(-1)?.value ?? []);
  return ends.length === 0
    ? { mean: end, low: end, high: end }
    : { mean: end, low: Math.min(...ends), high: Math.max(...ends) };
}

function Bound({ bound, proof }: RunLine) {
  const end = bound.at(-1);
  if (end === undefined) return "–";
  return (
    <>
      {rounded(end.value)}
      <span className="block text-xs text-ink-3">{proofWords(proof)}</span>
    </>
  );
}

function slopeWords(slope: number | null): string {
  return slope === null ? "–" : formatFixed(slope, 2);
}

function Sample({ look: { stroke, strokeDasharray } }: { look: LineLook }) {
  return (
    <svg width="36" height="8" aria-hidden="true" className="flex-none">
      <line x1="0" x2="36" y1="4" y2="4" {...{ stroke, strokeDasharray }} strokeWidth="2.5" />
    </svg>
  );
}
