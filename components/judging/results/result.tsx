import { Flag } from "lucide-react";
import { type Cards, cardsOf } from "#components/rounds/people/shown-person.ts";
import { Sheet, SheetBody, SheetHeader } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/roundDecision.ts";
import { formatPercent } from "#server/format.ts";
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
        <h2>{t.title()}</h2>
        <span className="text-sm text-ink-2">{t.needed({ needed })}</span>
      </SheetHeader>
      {violations.length === 0 ? (
        <SheetBody className="pt-0">{t.noPair({ needed })}</SheetBody>
      ) : (
        <ReportedPairs violations={violations} cards={cards} isEachInFull={isEachInFull} />
      )}
      {draw !== null && isEachInFull && violations.length > 0 && (
        <p className="border-t border-hair px-4 py-3 text-sm text-ink-2 md:px-6">
          {t.inFull({ count: violations.length })}
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
          <p className="text-sm text-ink-2">{t.pickedByChance()}</p>
          <p className="text-lg">{picks}</p>
        </>
      ) : (
        <>
          <p className="text-sm text-ink-2">{t.pickedByRule()}</p>
          <p className="text-lg">{rule}</p>
        </>
      )}
      <p className="text-sm text-ink-3">{t.drawnNumber({ number: u })}</p>
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
  return (
    <DataTable
      caption={t.caption()}
      fold
      rows={violations}
      keyOf={({ high, low }) => `${high}-${low}`}
      columns={[
        [
          t.pair(),
          ({ high, low }) => (
            <PairButton
              {...cardsOf(cards, high, low)}
              icon={<Flag aria-hidden className="size-4 text-unfair" />}
            />
          ),
        ],
        [t.flags(), ({ flagCount }) => flagCount, { numeric: true }],
        !isEachInFull && [
          t.share(),
          ({ weight }) => (Number(weight) === 0 ? t.notUsed() : formatPercent(Number(weight))),
          { numeric: true },
        ],
      ]}
    />
  );
}
