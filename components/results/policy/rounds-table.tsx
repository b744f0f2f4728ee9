import { Flag, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Arranged } from "#components/ui/list/arrange.ts";
import { ListTable } from "#components/ui/list/list-table.tsx";
import type { ListState } from "#components/ui/list-state.ts";
import { roundAddress } from "#components/ui/study-addresses.ts";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/policy.ts";
import { formatFixed } from "#server/format.ts";
import type { WatchedRound } from "#server/results/policy/read-watched-rounds.ts";
import { roundChoices } from "#server/schemas/lists.ts";
import { EntryLink } from "../data/entry-link.tsx";

/** Table of rounds with their entries, chances, flags and reported pairs, and the people picked with their outcomes. */
export function RoundsTable({
  studyId,
  state,
  arranged,
  isAudit,
}: {
  studyId: string;
  state: ListState;
  arranged: Arranged<WatchedRound>;
  /** An audit of a rule picks no people. */
  isAudit: boolean;
}) {
  return (
    <ListTable
      state={state}
      arranged={arranged}
      search={t.findRound()}
      noMatch={t.noRoundMatches()}
      filters={[
        {
          name: "show",
          label: t.show(),
          options: roundChoices.map((choice) => [choice, t.roundChoice({ choice })] as const),
        },
      ]}
      caption={t.roundsTable()}
      fold
      keyOf={({ number }) => number}
      columns={[
        [
          t.round(),
          (round) => (
            <div>
              <Link href={roundAddress(studyId, round.number)}>{t.roundNumber({ round: round.number })}</Link>
              <span className="mt-1 block font-normal text-ink-2">
                <Ended {...round} />
                <Entries studyId={studyId} {...round} />
              </span>
            </div>
          ),
          { className: "whitespace-nowrap", sort: { name: "number" } },
        ],
        [t.chancesIn100(), (round) => <div>{chancesOf(round)}</div>],
        [t.flags(), flagsIn],
        [
          t.reportedPairs(),
          ({ result }) => (result === null ? "–" : reportOf(result)),
          { sort: { name: "reported" } },
        ],
        !isAudit && [t.picked(), pickedIn, { className: "md:min-w-36" }],
      ]}
    />
  );
}

function flagsIn({ state, result, seatCount }: WatchedRound): ReactNode {
  if (result !== null) return flagsOf(result, seatCount);
  return (
    <span className="inline-flex max-w-56 items-baseline gap-2 text-ink-3">
      {state === "open" && <Lock aria-hidden className="size-4 flex-none translate-y-0.5" />}
      {state === "open"
        ? t.closedToAll()
        : t.withoutResult({ state: state === "closing" ? "closing" : "cancelled" })}
    </span>
  );
}

function pickedIn(round: WatchedRound): ReactNode {
  const { result, personCount } = round;
  if (!result?.draw) return "–";
  const { rule } = result.draw;
  const drawn = rule === null ? evenWords(round, result.pickedCount) : t.drawnRule({ rule });
  return (
    <div>
      {t.pickedOf({ picked: result.pickedCount, people: personCount })}
      {drawn !== null && <span className="block text-ink-3">{drawn}</span>}
      {result.pickedCount > 0 && (
        <span className="block text-ink-3">{t.outcomesAre({ outcomes: outcomesOf(result) })}</span>
      )}
    </div>
  );
}

type Result = NonNullable<WatchedRound["result"]>;

function chancesOf({ chances: { lowest, highest, mean } }: WatchedRound): ReactNode {
  const words = (chance: number) => Math.round(100 * chance);
  return (
    <>
      {words(lowest) === words(highest)
        ? words(lowest)
        : t.chanceRange({ lowest: words(lowest), highest: words(highest) })}
      <span className="block text-ink-3">{t.meanChance({ mean: words(mean) })}</span>
    </>
  );
}

/** Says what chances add up to, where an even draw picked the next whole number above or below it; null elsewhere. */
function evenWords({ chances: { mean }, personCount }: WatchedRound, pickedCount: number): string | null {
  const sum = formatFixed(mean * personCount, 2);
  return sum === formatFixed(pickedCount, 2) ? null : t.addUpTo({ sum });
}

function flagsOf({ flagCount, flaggedPairs }: Result, seatCount: number): ReactNode {
  if (flagCount === 0) return <span className="text-ink-3">{t.noFlags()}</span>;
  return (
    <div>
      {t.flagsOn({
        flags: flagCount,
        pairs: flaggedPairs.length,
        most: flaggedPairs[0]?.unfair ?? 0,
        seats: seatCount,
        note: (text) => <span className="block text-ink-3">{text}</span>,
      })}
    </div>
  );
}

const shownPairs = 3;

function reportOf({ reported }: Result): ReactNode {
  if (reported.length === 0) return <span className="text-ink-3">{t.noReport()}</span>;
  return (
    <ul>
      {reported.slice(0, shownPairs).map(({ high, low, flagCount, annulledIn }) => (
        <li key={`${high}-${low}`} className="flex items-baseline gap-1.5">
          <Flag aria-hidden className="size-3.5 flex-none translate-y-0.5 text-unfair" />
          <span className="text-pretty">
            {pairName(high, low)}
            <span className="block text-ink-3">{t.flagCount({ count: flagCount })}</span>
            {annulledIn !== null && <span className="block">{t.annulled()}</span>}
          </span>
        </li>
      ))}
      {reported.length > shownPairs && (
        <li className="text-ink-3">{t.andMore({ count: reported.length - shownPairs })}</li>
      )}
    </ul>
  );
}

function outcomesOf({ outcomes: { yes, no, lost, pending } }: Result): string {
  const parts = [
    yes > 0 && t.outcomesYes({ count: yes }),
    no > 0 && t.outcomesNo({ count: no }),
    lost > 0 && t.outcomesLost({ count: lost }),
    pending > 0 && t.outcomesPending({ count: pending }),
  ];
  return parts.filter(Boolean).join(", ");
}

function Ended({ state, closedAt, deadlineAt }: WatchedRound) {
  if (state === "closed" && closedAt !== null) return <LocalTime at={closedAt} />;
  return (
    <span className="grid justify-items-start gap-1">
      <RoundStateTag state={state} />
      {state === "open" && deadlineAt !== null && (
        <span>{t.openUntil({ time: () => <LocalTime at={deadlineAt} /> })}</span>
      )}
    </span>
  );
}

/** Links to the log entries of the opening and the end of the round. */
function Entries({ studyId, number, openedSeq, closedSeq }: WatchedRound & { studyId: string }) {
  const opening = () => <EntryLink studyId={studyId} seq={openedSeq} what={t.openingOf({ round: number })} />;
  return (
    <span className="block">
      {closedSeq === null
        ? t.openingEntry({ opening })
        : t.roundEntries({
            opening,
            end: () => <EntryLink studyId={studyId} seq={closedSeq} what={t.endOf({ round: number })} />,
          })}
    </span>
  );
}
