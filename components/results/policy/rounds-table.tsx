import { Flag, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { NoRounds } from "#components/rounds/no-rounds.tsx";
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { roundAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { formatCount, formatFixed } from "#server/format.ts";
import type { WatchedRound } from "#server/results/policy/read-watched-rounds.ts";
import { EntryLink } from "../data/entry-link.tsx";

/** Table of rounds with chances, flags, decisions, draws, outcomes and entries. */
export function RoundsTable({
  studyId,
  rounds,
  draw,
}: {
  studyId: string;
  rounds: readonly WatchedRound[];
  /** How a draw picks people; `none`: the study audits a rule and picks no people. */
  draw: "even" | "rule" | "none";
}) {
  if (rounds.length === 0) return <NoRounds />;
  const head = (
    <tr>
      {["Round", "Chances, in 100", "Flags", "Reported pairs"].map((name) => (
        <HeaderCell key={name}>{name}</HeaderCell>
      ))}
      {draw !== "none" && (
        <>
          <HeaderCell>{draw === "even" ? "Even draw" : "Rule drawn"}</HeaderCell>
          <HeaderCell numeric>Picked</HeaderCell>
          <HeaderCell>Outcomes</HeaderCell>
        </>
      )}
    </tr>
  );
  return (
    <Sheet>
      <Table
        caption="Rounds, newest first"
        head={head}
        className={draw === "none" ? "min-w-[36rem]" : "min-w-[56rem]"}
      >
        {rounds.map((round) => (
          <Row key={round.number}>
            <RowHead className="whitespace-nowrap">
              <Link href={roundAddress(studyId, round.number)}>Round {round.number}</Link>
              <span className="mt-1 block font-normal text-ink-2">
                <Ended {...round} />
                <Entries studyId={studyId} round={round} />
              </span>
            </RowHead>
            <Cell className="whitespace-nowrap">{chancesOf(round)}</Cell>
            <ResultCells round={round} span={draw === "none" ? 2 : 5} />
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}

function ResultCells({ round, span }: { round: WatchedRound; span: number }) {
  const { state, result, personCount, seatCount } = round;
  if (result === null) {
    return (
      <Cell colSpan={span} className="text-ink-3">
        {state === "open" ? (
          <span className="inline-flex items-center gap-2">
            <Lock aria-hidden className="size-4" />
            Closed to all while the round is open
          </span>
        ) : (
          withoutResult[state === "closing" ? "closing" : "cancelled"]
        )}
      </Cell>
    );
  }
  return (
    <>
      <Cell>{flagsOf(result, seatCount)}</Cell>
      <Cell>{reportOf(result)}</Cell>
      {result.draw && (
        <>
          <Cell className="min-w-44">{result.draw.rule ?? evenWords(round)}</Cell>
          <Cell numeric className="whitespace-nowrap">
            {result.pickedCount} of {personCount}
          </Cell>
          <Cell>{outcomesOf(result)}</Cell>
        </>
      )}
    </>
  );
}

const withoutResult = {
  closing: "No ballot is taken any more: its draw awaits a public number",
  cancelled: "Cancelled: nothing was decided, its people wait again",
};

type Result = NonNullable<WatchedRound["result"]>;

function chancesOf({ chances: { lowest, highest, mean } }: WatchedRound): ReactNode {
  const words = (chance: number) => Math.round(100 * chance);
  return (
    <>
      {words(lowest) === words(highest) ? words(lowest) : `${words(lowest)} to ${words(highest)}`}
      <span className="block text-ink-3">mean {words(mean)}</span>
    </>
  );
}

/** Describes an even draw. No rule was drawn: as many people are picked as the chances add up to. */
function evenWords({ chances: { mean }, personCount }: WatchedRound): string {
  return `chances add up to ${formatFixed(mean * personCount, 2)}`;
}

function flagsOf({ flagCount, flaggedPairs }: Result, seatCount: number): ReactNode {
  if (flagCount === 0) return <span className="text-ink-3">none</span>;
  const most = flaggedPairs[0]?.unfair ?? 0;
  return (
    <span className="whitespace-nowrap">
      {flagCount} on {formatCount(flaggedPairs.length, "pair")}
      <span className="block text-ink-3">
        at most {most} of {seatCount}
      </span>
    </span>
  );
}

const shownPairs = 3;

function reportOf({ reported }: Result): ReactNode {
  if (reported.length === 0) return <span className="text-ink-3">nothing reported</span>;
  return (
    <ul>
      {reported.slice(0, shownPairs).map(({ high, low, flagCount }) => (
        <li key={`${high}-${low}`} className="flex items-center gap-1.5 whitespace-nowrap">
          <Flag aria-hidden className="size-3.5 text-unfair" />
          {high + 1} over {low + 1}
          <span className="text-ink-3">{flagCount} flags</span>
        </li>
      ))}
      {reported.length > shownPairs && (
        <li className="text-ink-3">and {reported.length - shownPairs} more</li>
      )}
    </ul>
  );
}

function outcomesOf({ pickedCount, outcomes: { yes, no, lost, pending } }: Result): ReactNode {
  if (pickedCount === 0) return <span className="text-ink-3">will never be known</span>;
  const parts = [
    yes > 0 && `${yes} yes`,
    no > 0 && `${no} no`,
    lost > 0 && `${lost} lost`,
    pending > 0 && `${pending} not yet`,
  ];
  return parts.filter(Boolean).join(", ");
}

function Ended({ state, closedAt, deadlineAt }: WatchedRound) {
  if (state === "closed" && closedAt !== null) return <LocalTime at={closedAt} />;
  return (
    <span className="grid justify-items-start gap-1">
      <RoundStateTag state={state} />
      {state === "open" && deadlineAt !== null && (
        <span>
          until <LocalTime at={deadlineAt} />
        </span>
      )}
    </span>
  );
}

/** Links to the log entries of the opening and the end of the round. */
function Entries({
  studyId,
  round: { number, openedSeq, closedSeq },
}: {
  studyId: string;
  round: WatchedRound;
}) {
  return (
    <span className="block">
      {closedSeq === null ? "entry " : "entries "}
      <EntryLink studyId={studyId} seq={openedSeq} what={`the opening of round ${number}`} />
      {closedSeq !== null && (
        <>
          {" and "}
          <EntryLink studyId={studyId} seq={closedSeq} what={`the end of round ${number}`} />
        </>
      )}
    </span>
  );
}
