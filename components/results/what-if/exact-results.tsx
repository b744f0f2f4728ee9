import { useState } from "react";
import { countOfTotal, rangeInHundred } from "#components/results/panel/finding-words.ts";
import { Button } from "#components/ui/button.tsx";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { roundAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import type {
  FrontierPoint,
  PreparedRounds,
  RedecidedRound,
  WhatIfSetting,
} from "#server/analysis/what-if/redecide.ts";
import { formatCount, formatList, formatNumber } from "#server/format.ts";
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
  byLimit,
  prepared,
}: {
  studyId: string;
  setting: WhatIfSetting;
  redecided: readonly RedecidedRound[];
  byLimit: ByLimit;
  prepared: PreparedRounds;
}) {
  const { points, asked, unjudged } = byLimit;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p role="status" className="max-w-measure text-lg">
        {redecidedInWords(redecided)}
      </p>
      <FrontierTable {...{ points, setting, asked, unjudged }} hasTolerances={prepared.hasTolerances} />
      <ChangedRounds studyId={studyId} redecided={redecided} prepared={prepared} />
    </div>
  );
}

function FrontierTable({
  points,
  setting,
  asked,
  unjudged,
  hasTolerances,
}: ByLimit & { setting: WhatIfSetting; hasTolerances: boolean }) {
  const chosen = setting.rule.kind === "at-least" ? setting.rule.flags : null;
  return (
    <Sheet ruled>
      <SheetHeader>
        <h3>For each number of needed flags</h3>
        <KindBadge kind="exact" />
      </SheetHeader>
      <Table
        caption="Reports for each number of needed flags"
        head={
          <tr>
            <HeaderCell>Needed flags</HeaderCell>
            <HeaderCell numeric>Rounds with a report</HeaderCell>
            <HeaderCell numeric>In 100 rounds, 95 %</HeaderCell>
            <HeaderCell numeric>Reported pairs</HeaderCell>
          </tr>
        }
        fold
      >
        {points.map(({ needed, reports, rounds, reportedPairs, interval }) => (
          <Row key={needed} className={needed === chosen ? "bg-accent-soft" : undefined}>
            <RowHead>{needed}</RowHead>
            <Cell label="With a report" numeric>
              {countOfTotal(reports, rounds)}
            </Cell>
            <Cell label="In 100, 95 %" numeric>
              {rangeInHundred(interval)}
            </Cell>
            <Cell label="Reported pairs" numeric>
              {countOfTotal(reportedPairs, asked)}
            </Cell>
          </Row>
        ))}
      </Table>
      <SheetFooter>
        <ResearchDetails about="needed flags">
          <p>
            Counts are exact for the rounds that were played; intervals are estimated.{" "}
            {formatCount(asked, "pair")} could have been judged at this limit, and no auditor judged{" "}
            {formatNumber(unjudged)} of them: these count as unflagged.{" "}
            {hasTolerances &&
              "What seats said of how far apart two chances may lie agrees with their verdicts, so it changes nothing here. "}
            Where something is learned from reports, another rule would also have changed later rounds, which
            this table leaves out.
          </p>
        </ResearchDetails>
      </SheetFooter>
    </Sheet>
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
        <h3>Rounds with another result</h3>
        <KindBadge kind="exact" />
      </SheetHeader>
      {changed.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2 md:px-6">
          In every round the same pairs would have been reported.
        </p>
      ) : (
        <Table
          caption="Rounds in which another number of pairs would have been reported"
          head={
            <tr>
              <HeaderCell>Round</HeaderCell>
              <HeaderCell numeric>Reported then</HeaderCell>
              <HeaderCell numeric>Under the setting</HeaderCell>
              <HeaderCell>Pairs under the setting</HeaderCell>
            </tr>
          }
          fold
        >
          {listed.map(({ number, reported, reportedThen }) => (
            <Row key={number}>
              <RowHead>
                <Link href={roundAddress(studyId, number)}>Round {number}</Link>
              </RowHead>
              <Cell label="Then" numeric>
                {reportedThen}
              </Cell>
              <Cell label="Under the setting" numeric>
                {reported.length}
              </Cell>
              <Cell label="Pairs">{pairsInWords(reported)}</Cell>
            </Row>
          ))}
        </Table>
      )}
      <SheetFooter className="flex flex-wrap items-center gap-3">
        {changed.length > listed.length && (
          <Button small onClick={() => setWhole(true)}>
            Show all {formatNumber(changed.length)}
          </Button>
        )}
        <Button small onClick={() => saveFile(csvOf(redecided, prepared), "reported-pairs.csv")}>
          CSV of all rounds
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

const pairsShown = 6;

function pairsInWords(pairs: RedecidedRound["reported"]): string {
  if (pairs.length === 0) return "none";
  const words = pairs.slice(0, pairsShown).map(([high, low]) => `${high + 1} over ${low + 1}`);
  const rest = pairs.length - words.length;
  return formatList(rest === 0 ? words : [...words, `${rest} more`]);
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
