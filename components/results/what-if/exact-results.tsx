import { useState } from "react";
import { countOfTotal, rangeInHundred } from "#components/results/panel/finding-words.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { roundAddress } from "#components/ui/study-addresses.ts";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/whatIf.ts";
import type {
  FrontierPoint,
  PreparedRounds,
  RedecidedRound,
  WhatIfSetting,
} from "#server/analysis/what-if/redecide.ts";
import { formatList } from "#server/format.ts";
import { differing, redecidedInWords } from "./what-if-words.ts";

type ByLimit = {
  readonly points: readonly FrontierPoint[];
  readonly asked: number;
  readonly unjudged: number;
};

/** Results of the stored verdicts under a setting: how often pairs are reported, and which pairs of which rounds. */
export function ExactResults({
  studyId,
  setting,
  redecided,
  byLimit: { points, asked, unjudged },
  prepared,
}: {
  studyId: string;
  setting: WhatIfSetting;
  redecided: readonly RedecidedRound[];
  byLimit: ByLimit;
  prepared: PreparedRounds;
}) {
  const chosen = setting.rule.kind === "at-least" ? setting.rule.flags : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p role="status" className="max-w-measure text-lg">
        {redecidedInWords(redecided)}
      </p>
      <Sheet ruled>
        <SheetHeader>
          <h3>{t.frontierTitle()}</h3>
          <span className="flex flex-wrap gap-2">
            <KindBadge kind="exact" what={t.counts()} />
            <KindBadge kind="estimated" what={t.intervals()} />
          </span>
        </SheetHeader>
        <DataTable
          caption={t.frontierTable()}
          fold
          rows={points}
          keyOf={({ needed }) => needed}
          rowClass={({ needed }) => (needed === chosen ? "bg-accent-soft" : undefined)}
          columns={[
            [t.neededFlags(), ({ needed }) => needed],
            [
              t.roundsWithReport(),
              ({ reports, rounds }) => countOfTotal(reports, rounds),
              { numeric: true, label: t.withReport() },
            ],
            [
              t.in100Rounds(),
              ({ interval }) => rangeInHundred(interval),
              { numeric: true, label: t.in100At95() },
            ],
            [t.reportedPairs(), ({ reportedPairs }) => countOfTotal(reportedPairs, asked), { numeric: true }],
          ]}
        />
        <SheetFooter>
          <ResearchDetails about={t.aboutNeeded()}>
            <p>
              {t.exactNote({ asked, unjudged })} {prepared.hasTolerances && t.tolerancesAgree()}
            </p>
          </ResearchDetails>
        </SheetFooter>
      </Sheet>
      <ChangedRounds {...{ studyId, redecided, prepared }} />
    </div>
  );
}

const listedAtFirst = 20;

function ChangedRounds({
  studyId,
  redecided,
  prepared,
}: {
  studyId: string;
  redecided: readonly RedecidedRound[];
  prepared: PreparedRounds;
}) {
  const [isWhole, setWhole] = useState(false);
  const changed = differing(redecided);
  const listed = isWhole ? changed : changed.slice(0, listedAtFirst);
  return (
    <Sheet ruled>
      <SheetHeader>
        <h3>{t.changedTitle()}</h3>
        <KindBadge kind="exact" />
      </SheetHeader>
      {changed.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2 md:px-6">{t.sameReports()}</p>
      ) : (
        <DataTable
          caption={t.changedTable()}
          fold
          rows={listed}
          keyOf={({ number }) => number}
          columns={[
            [
              t.round(),
              ({ number }) => (
                <span className="whitespace-nowrap">
                  <Link href={roundAddress(studyId, number)}>{t.roundNumber({ round: number })}</Link>
                </span>
              ),
            ],
            [t.reportedThen(), ({ reportedThen }) => reportedThen, { numeric: true, label: t.atThatTime() }],
            [t.underSetting(), ({ reported }) => reported.length, { numeric: true }],
            [t.pairsUnderSetting(), ({ reported }) => pairsInWords(reported), { label: t.pairs() }],
          ]}
        />
      )}
      <SheetFooter className="flex flex-wrap items-center gap-3">
        {changed.length > listed.length && (
          <Button small onClick={() => setWhole(true)}>
            {t.showAll({ count: changed.length })}
          </Button>
        )}
        <Button small onClick={() => saveFile(csvOf(redecided, prepared), "reported-pairs.csv")}>
          {t.csvAllRounds()}
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

const pairsShown = 6;

function pairsInWords(pairs: RedecidedRound["reported"]): string {
  if (pairs.length === 0) return t.none();
  const words = pairs.slice(0, pairsShown).map(([high, low]) => pairName(high, low));
  const rest = pairs.length - words.length;
  return formatList(rest === 0 ? words : [...words, t.moreCount({ count: rest })]);
}

/** Writes a CSV file of numbers only, which spreadsheets cannot execute. */
function csvOf(redecided: readonly RedecidedRound[], { rounds }: PreparedRounds): Blob {
  const lines = redecided.flatMap(({ number, reported }, index) => {
    const { neededFlags, seats } = rounds[index]?.round ?? { neededFlags: 0, seats: [] };
    return reported.map(([high, low]) => [number, high + 1, low + 1, seats.length, neededFlags].join());
  });
  const head = "round,higher_chance_person,lower_chance_person,seats,needed_flags_then";
  return new Blob([[head, ...lines].map((line) => `${line}\r\n`).join("")], { type: "text/csv" });
}
