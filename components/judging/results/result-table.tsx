import { Flag } from "lucide-react";
import { panelInWords } from "#components/judging/ballots/result-words.ts";
import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import { VerdictName } from "#components/judging/ballots/verdict-look.tsx";
import { type PairKey, pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { pairFigures } from "#components/rounds/people/chance-words.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { type Cards, cardsOf } from "#components/rounds/people/shown-person.ts";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/roundResult.ts";
import type { PairResult } from "#server/rounds/judging/read-result.ts";
import { PairButton } from "./pair-button.tsx";
import { type Annulling, ReportCell } from "./result.tsx";
import { saidId } from "./said-id.ts";

/** Table of the viewer's own verdicts next to the panel's counts. */
export function ResultTable({
  caption,
  pairs,
  cards,
  isAudit,
  said,
  annulling,
}: {
  caption: string;
  pairs: readonly PairResult[];
  cards: Cards;
  /** Whether reports are only counted and used by no rule. */
  isAudit: boolean;
  /** Pairs with remarks of the panel further down the page. */
  said: ReadonlySet<PairKey>;
  annulling: Annulling;
}) {
  const { people, alpha } = cards;
  return (
    <DataTable
      caption={caption}
      fold
      rows={pairs}
      keyOf={({ high, low }) => `${high}-${low}`}
      columns={[
        [
          t.pair(),
          ({ high, low }) => (
            <>
              <PairButton {...cardsOf(cards, high, low)} />
              {said.has(pairKeyOf([high, low])) && (
                <a href={`#${saidId(high, low)}`} className="block text-sm">
                  {t.whatWasSaid({
                    pair: pairName(high, low),
                    more: (text) => <span className="sr-only">{text}</span>,
                  })}
                </a>
              )}
            </>
          ),
        ],
        [
          t.chancesIn100(),
          (pair) => {
            const { high, low } = pairFigures(
              people[pair.high]?.chance ?? "0",
              people[pair.low]?.chance ?? "0",
              alpha,
            );
            return <span>{t.against({ high: high.figure, low: low.figure })}</span>;
          },
        ],
        [
          t.youSaid(),
          ({ mine, myTolerance }) => (
            <span>
              <VerdictName state={mine ?? "unseen"} />
              {myTolerance !== null && <Tolerated tolerances={[myTolerance]} />}
            </span>
          ),
        ],
        [
          t.panelSaid(),
          ({ counts, tolerances }) => (
            <span>
              {panelInWords(counts)}
              {tolerances.length > 0 && <Tolerated tolerances={tolerances} />}
            </span>
          ),
        ],
        [
          t.reported(),
          (pair) => (
            <div className="grid justify-items-start gap-2">
              <Reported weight={pair.weight} isAudit={isAudit} />
              {pair.weight !== null && <ReportCell {...annulling} pair={pair} />}
            </div>
          ),
        ],
      ]}
    />
  );
}

/** Tolerances in words: "up to 10, 20 and 40 points acceptable". */
function Tolerated({ tolerances }: { tolerances: readonly number[] }) {
  return <span className="block text-sm text-ink-2">{toleranceInWords(tolerances)}</span>;
}

function Reported({ weight, isAudit }: { weight: string | null; isAudit: boolean }) {
  if (weight === null) return <span className="text-ink-3">{t.isReported({ how: "no" })}</span>;
  return (
    <span className="font-[560] whitespace-nowrap">
      <Flag aria-hidden className="me-1.5 inline size-4 align-[-0.18em] text-unfair" />
      {t.isReported({ how: isAudit ? "audit" : Number(weight) === 0 ? "unused" : "used" })}
    </span>
  );
}
