import { Flag } from "lucide-react";
import { type Cards, cardsOf } from "#components/rounds/people/shown-person.ts";
import { Sheet, SheetBody, SheetHeader } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatPercent, plural } from "#server/format.ts";
import { PairButton } from "./pair-button.tsx";

type Violation = { high: number; low: number; flagCount: number; weight: string };

type Draw = {
  /** null if the draw was even. */
  readonly rule: string | null;
  /** How many people were picked, and the sum of the chances. */
  readonly picks: string;
  readonly u: string;
};

/** The panel's decision and the result of the draw of a closed round. */
export function ResultDetails({
  violations,
  cards,
  isEachInFull,
  draw,
  needed,
}: {
  violations: readonly Violation[];
  cards: Cards;
  /** Whether every reported pair has full weight; otherwise they share the weight of one. */
  isEachInFull: boolean;
  /** null in an audit, which neither draws nor learns. */
  draw: Draw | null;
  needed: string;
}) {
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>Decision</h2>
        <span className="text-sm text-ink-2">Needed flags: {needed}</span>
      </SheetHeader>
      {violations.length === 0 ? (
        <SheetBody className="pt-0">No pair reached {needed}. Nothing was reported.</SheetBody>
      ) : (
        <ReportedPairs violations={violations} cards={cards} isEachInFull={isEachInFull} />
      )}
      {draw !== null && isEachInFull && violations.length > 0 && (
        <p className="border-t border-hair px-4 py-3 text-sm text-ink-2 md:px-6">
          {plural(violations.length, "The pair counts", "Each of these pairs counts")} in full and is
          remembered: from the next round on it pulls on the rules as long as its two people lie further apart
          than it asks. What became of it so far stands below.
        </p>
      )}
      {draw !== null && <DrawResult {...draw} />}
    </Sheet>
  );
}

function DrawResult({ rule, picks, u }: Draw) {
  return (
    <SheetBody className="grid gap-1 border-t border-hair">
      {rule === null ? (
        <>
          <p className="text-sm text-ink-2">Each person was picked with exactly the chance shown</p>
          <p className="text-lg">{picks}</p>
        </>
      ) : (
        <>
          <p className="text-sm text-ink-2">The rule that was drawn decides for everybody in the round</p>
          <p className="text-lg">{rule}</p>
        </>
      )}
      <p className="text-sm text-ink-3">Decided by a verifiable random draw, the number {u}.</p>
    </SheetBody>
  );
}

function ReportedPairs({
  violations,
  cards,
  isEachInFull,
}: {
  violations: readonly Violation[];
  cards: Cards;
  isEachInFull: boolean;
}) {
  const head = (
    <tr>
      <HeaderCell>Reported pair</HeaderCell>
      <HeaderCell numeric>Flags</HeaderCell>
      {!isEachInFull && <HeaderCell numeric>Share of the lesson</HeaderCell>}
    </tr>
  );
  return (
    <Table caption="Pairs that reached the needed flags" head={head} fold>
      {violations.map(({ high, low, flagCount, weight }) => (
        <Row key={`${high}-${low}`}>
          <RowHead>
            <PairButton
              {...cardsOf(cards, high, low)}
              icon={<Flag aria-hidden className="size-4 text-unfair" />}
            />
          </RowHead>
          <Cell label="Flags" numeric>
            {flagCount}
          </Cell>
          {!isEachInFull && (
            <Cell label="Share of the lesson" numeric>
              {Number(weight) === 0 ? "not used" : formatPercent(Number(weight))}
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  );
}
