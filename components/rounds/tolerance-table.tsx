import { pairName } from "#components/rounds/people/pair-words.ts";
import { Fold } from "#components/ui/fold.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/tolerances.ts";
import { acceptedByPanel } from "#server/audit-log/tolerance.ts";
import { formatDecimal, formatList, formatNumber } from "#server/format.ts";

type AskedPair = {
  readonly high: number;
  readonly low: number;
  readonly chances: readonly [high: string, low: string];
  /** In points, the smallest first. */
  readonly tolerances: readonly number[];
};

/** What a panel answered for the pairs of a round without pairs to judge, and the difference that it accepts at least. */
export function ToleranceTable({
  caption,
  pairs,
  panel,
}: {
  caption: string;
  pairs: readonly AskedPair[];
  panel: { readonly seatCount: number; readonly neededFlags: number };
}) {
  const head = (
    <tr>
      <HeaderCell>{t.pair()}</HeaderCell>
      <HeaderCell>{t.apart()}</HeaderCell>
      <HeaderCell>{t.answers()}</HeaderCell>
      <HeaderCell>{t.accepted()}</HeaderCell>
    </tr>
  );
  return (
    <>
      <Sheet>
        <Table caption={caption} head={head} fold>
          {pairs.map(({ high, low, chances, tolerances }) => (
            <Row key={`${high}-${low}`}>
              <RowHead>{pairName(high, low)}</RowHead>
              <Cell label={t.apart()}>{inPoints((Number(chances[0]) - Number(chances[1])) * 100)}</Cell>
              <Cell label={t.answers()}>
                {tolerances.length === 0 ? t.noAnswer() : formatList(tolerances.map(formatNumber))}
              </Cell>
              <Cell label={t.accepted()}>{inPoints(acceptedByPanel(tolerances, panel))}</Cell>
            </Row>
          ))}
        </Table>
      </Sheet>
      <Fold label={t.howComputed()}>
        <p className="max-w-measure text-sm text-ink-2">{t.acceptedNote()}</p>
      </Fold>
    </>
  );
}

function inPoints(points: number): string {
  return t.inPoints({ count: points, points: formatDecimal(points, 1) });
}
