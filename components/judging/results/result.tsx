import { Flag } from "lucide-react";
import { ReportAnnulmentCell } from "#components/rounds/annulments/report-annulment.tsx";
import { type Cards, cardsOf } from "#components/rounds/people/shown-person.ts";
import { Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as annulment from "#messages/annulments.ts";
import * as t from "#messages/roundDecision.ts";
import { formatPercent } from "#server/format.ts";
import type { ReportAnnulment } from "#server/rounds/read-annulments.ts";
import { PairButton } from "./pair-button.tsx";

type Violation = { high: number; low: number; flagCount: number; weight: string };

/** The proposals about the reports of a round, and whether the reader may make one. */
export type Annulling = {
  readonly studyId: string;
  readonly round: number;
  readonly annulments: readonly ReportAnnulment[];
  readonly mayPropose: boolean;
};

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
  annulling,
}: {
  violations: readonly Violation[];
  cards: Cards;
  /** Whether every reported pair has full weight; otherwise they share the weight of one. */
  isEachInFull: boolean;
  /** null in an audit, which neither draws nor learns. */
  draw: Draw | null;
  needed: string;
  annulling: Annulling;
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
            (annulling.mayPropose || annulling.annulments.length > 0) && [
              annulment.column(),
              (pair) => <ReportCell {...annulling} pair={pair} />,
            ],
          ]}
        />
      )}
      {draw !== null && isEachInFull && violations.length > 0 && (
        <SheetFooter>{t.inFull({ count: violations.length })}</SheetFooter>
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

/** What was proposed about one report. */
export function ReportCell({
  studyId,
  round,
  annulments,
  mayPropose,
  pair: { high, low },
}: Annulling & { pair: { readonly high: number; readonly low: number } }) {
  return (
    <ReportAnnulmentCell
      studyId={studyId}
      report={{ round, high, low }}
      annulment={annulments.find((one) => one.high === high && one.low === low)}
      mayPropose={mayPropose}
    />
  );
}
