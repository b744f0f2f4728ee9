import { Flag } from "lucide-react";
import { pairFigures } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { neededInWords } from "#components/ui/decision-words.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody, SheetHeader } from "#components/ui/sheet.tsx";
import * as t from "#messages/receipts.ts";
import * as result from "#messages/roundResult.ts";
import type { PairResult, RoundResult } from "#server/rounds/judging/read-result.ts";
import { attendanceInWords, useInWords } from "./result-words.ts";

/** Summary of a round: which pairs reached the needed flags, which of them were used, and the consequences. */
export function ResultSummary({
  view,
  reported,
  sealedCount,
}: {
  view: RoundResult;
  reported: readonly PairResult[];
  sealedCount: number;
}) {
  const { panel, pairRule, chances, alpha } = view;
  const needed = neededInWords(panel);
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>
          {reported.length === 0
            ? t.noPairReached({ needed })
            : t.pairsReached({ count: reported.length, needed })}
        </h2>
        <span className="text-sm text-ink-2">{attendanceInWords(sealedCount, panel.seatCount)}</span>
      </SheetHeader>
      <SheetBody className="grid gap-4 pt-0">
        {reported.length > 0 && (
          <ul className="grid gap-3">
            {reported.map(({ high, low, counts }) => {
              const figures = pairFigures(chances[high] ?? "0", chances[low] ?? "0", alpha);
              return (
                <li key={`${high}-${low}`} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
                  <Flag aria-hidden className="mt-1 size-4 text-unfair" />
                  <span>
                    {t.foundUnfair({
                      count: counts.unfair,
                      seats: panel.seatCount,
                      high: personName(high),
                      low: personName(low),
                      highChance: figures.high.words,
                      lowChance: figures.low.words,
                      b: (text) => <b>{text}</b>,
                    })}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
        {view.round.hasClosedOtherwise && (
          <Notice tone="warn" title={result.closedEarlier()}>
            {result.closedEarlierNote()}
          </Notice>
        )}
        <p className="max-w-measure">{useInWords(reported, pairRule)}</p>
        {pairRule !== null && (
          <p className="max-w-measure text-ink-2">{reported.length === 0 ? t.learnsNothing() : t.learns()}</p>
        )}
      </SheetBody>
    </Sheet>
  );
}
