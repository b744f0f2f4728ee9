import type { ReactNode } from "react";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/policy.ts";
import { formatPerHundred, formatPoints } from "#server/format.ts";
import type {
  ChangedPairsView as Changed,
  ChangedPair,
  PairChances,
} from "#server/results/policy/read-changed-pairs.ts";
import { ChanceRange } from "./chance-range.tsx";
import {
  apartWords,
  baseGapOf,
  distanceSentence,
  gapOf,
  leftOutWords,
  levelSentence,
  movedSentence,
  peopleMoved,
  policyWords,
} from "./changed-words.ts";

const shownAtOnce = 3;

/** Reported pairs as published and as the same rounds would be published now, as a chart and a table. */
export function ChangedPairs({
  changed,
  isForAuditor = false,
  ground,
  csv,
}: {
  changed: Changed;
  /** Whether each person's move is said at once; for other readers it is in the table. */
  isForAuditor?: boolean;
  /** Describes which policy "now" uses. */
  ground?: string;
  /** Address at which the numbers can be downloaded, for readers who may. */
  csv?: string;
}) {
  const { pairs, isEstimated } = changed;
  return (
    <Sheet ruled className="min-w-0">
      <SheetHeader>
        <h3 className="text-base">{t.reportedPeople()}</h3>
        <span className="flex flex-wrap gap-2">
          <KindBadge kind="exact" what={t.atReport()} />
          {pairs.length > 0 && (
            <KindBadge kind={isEstimated ? "estimated" : "computed"} what={t.atPresent()} />
          )}
        </span>
      </SheetHeader>
      <SheetBody className="grid gap-2 pt-0">
        {pairs.length > 0 && (
          <p className="max-w-measure text-lg">{`${distanceSentence(changed)} ${levelSentence(changed)} ${movedSentence(changed)}`}</p>
        )}
        <p className="max-w-measure text-sm text-ink-2">{leftOutWords(changed)}</p>
      </SheetBody>
      {pairs.length > 0 && (
        <>
          <PairLines pairs={pairs.slice(0, shownAtOnce)} isForAuditor={isForAuditor} />
          <SheetFooter>
            {t.chancesLegend()}
            <ResearchDetails about={t.aboutReported()}>
              <p className="max-w-measure">
                {policyWords(changed)} {ground} {t.dotNote()} {hasLimit(pairs) && t.limitNote()}
              </p>
            </ResearchDetails>
            {csv && (
              <a href={csv} download>
                {t.csvReported({ more: (text) => <span className="sr-only">{text}</span> })}
              </a>
            )}
          </SheetFooter>
          <details className="border-t border-hair">
            <summary className="min-h-9 cursor-pointer px-4 py-2 text-accent md:px-6">
              {t.pairTableToggle({ count: pairs.length })}
            </summary>
            <PairTable pairs={pairs} saysMoves={!isForAuditor} />
          </details>
        </>
      )}
    </Sheet>
  );
}

function PairLines({ pairs, isForAuditor }: { pairs: readonly ChangedPair[]; isForAuditor: boolean }) {
  return (
    <ul>
      {pairs.map((pair) => (
        <li
          key={keyOf(pair)}
          className="grid gap-x-6 gap-y-2 border-t border-hair px-4 py-3 text-sm md:grid-cols-[12rem_minmax(0,1fr)] md:px-6"
        >
          <p>
            <span className="font-[560]">{pairName(pair.high, pair.low)}</span>
            <span className="block text-ink-3">
              {t.roundAndFlags({ round: pair.round, flags: pair.flagCount })}
              {pair.annulledIn !== null && `, ${t.annulled()}`}
            </span>
          </p>
          <div className="grid gap-1">
            <Line name={t.atReport()} apart={apartWords(gapOf(pair.atReport))}>
              <ChanceRange pair={pair.atReport} look="reported" />
            </Line>
            <Line name={t.atPresent()} apart={apartWords(gapOf(pair.now))}>
              <ChanceRange pair={pair.now} look="now" />
            </Line>
            {isForAuditor && peopleMoved(pair).map((words) => <p key={words}>{words}</p>)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Line({ name, apart, children }: { name: string; apart: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-center md:grid-cols-[4rem_minmax(0,1fr)_11rem]">
      <span className="text-ink-3">{name}</span>
      {children}
      <span className="max-md:col-start-2 max-md:ps-9 md:text-right">{apart}</span>
    </div>
  );
}

/** @param saysMoves whether each person's move stands below the pair; else it is said above the table */
function PairTable({ pairs, saysMoves }: { pairs: readonly ChangedPair[]; saysMoves: boolean }) {
  const withLimit = hasLimit(pairs);
  return (
    <DataTable
      caption={t.pairTable()}
      rows={pairs}
      keyOf={keyOf}
      columns={[
        [
          t.higherOverLower(),
          (pair) => (
            <>
              <span className="whitespace-nowrap">{pairName(pair.high, pair.low)}</span>
              {pair.annulledIn !== null && <span className="block text-sm">{t.annulled()}</span>}
              {(saysMoves ? peopleMoved(pair) : []).map((words) => (
                <span key={words} className="block min-w-60 text-sm font-normal text-ink-2">
                  {words}
                </span>
              ))}
            </>
          ),
        ],
        [t.round(), ({ round }) => round, { numeric: true }],
        [t.flags(), ({ flagCount }) => flagCount, { numeric: true }],
        [t.atReport(), ({ atReport }) => chanceWords(atReport), figure],
        [t.atPresent(), ({ now }) => chanceWords(now), figure],
        withLimit && [t.thenBeforeLimit(), ({ atReport }) => baseWords(atReport), figure],
        withLimit && [t.latestBeforeLimit(), ({ now }) => baseWords(now), figure],
      ]}
    />
  );
}

const figure = { numeric: true, className: "whitespace-nowrap" } as const;

const chanceWords = (pair: PairChances) => sumWords(pair.high, pair.low, gapOf(pair));
const baseWords = (pair: PairChances) => sumWords(pair.baseHigh, pair.baseLow, baseGapOf(pair));

/** Formats a difference as a sum: "66.4 − 38.4 = 28". */
function sumWords(high: number, low: number, gap: number): string {
  return `${formatPerHundred(high)} − ${formatPerHundred(low)} = ${formatPoints(gap)}`;
}

function hasLimit(pairs: readonly ChangedPair[]): boolean {
  return pairs.some(({ atReport, now }) =>
    [atReport, now].some(({ high, low, baseHigh, baseLow }) => high !== baseHigh || low !== baseLow),
  );
}

const keyOf = ({ round, high, low }: ChangedPair) => `${round}/${high}/${low}`;
