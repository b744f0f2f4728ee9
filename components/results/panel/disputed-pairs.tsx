import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import { VerdictName } from "#components/judging/ballots/verdict-look.tsx";
import { PairView } from "#components/judging/results/pair-view.tsx";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { roundAddress, tableAddress } from "#components/ui/study-addresses.ts";
import { formatCount } from "#server/format.ts";
import type { DisputedCards } from "#server/results/panel/read-findings.ts";
import type { FieldWords } from "#server/study/words.ts";

const openAtFirst = 2;

/** Pairs with both an "unfair" and an "acceptable" verdict: both cards, and the verdict of each seat. */
export function DisputedPairs({
  studyId,
  pairs,
  count,
  fields,
  alpha,
}: {
  studyId: string;
  /** Newest first. */
  pairs: readonly DisputedCards[];
  count: number;
  fields: readonly FieldWords[];
  alpha: string;
}) {
  if (pairs.length === 0) return <p>On no pair did one seat say unfair and another one acceptable.</p>;
  return (
    <div className="grid gap-6">
      {pairs.map((pair, index) => {
        const { round, high, low } = pair;
        return (
          <article key={`${round}/${high.position}/${low.position}`} className="min-w-0">
            <Fold label={titleOf(pair)} isOpenAtFirst={index < openAtFirst} isLazy>
              <PairView high={high} low={low} fields={fields} alpha={alpha} />
              <Answers pair={pair} />
              <p className="mt-2 text-sm">
                <Link href={roundAddress(studyId, round)}>Go to round {round}</Link>
              </p>
            </Fold>
          </article>
        );
      })}
      <p className="text-sm text-ink-2">
        {count > pairs.length && `These are the newest ${pairs.length} of ${formatCount(count, "pair")}. `}
        <a href={tableAddress(studyId, "findings-disagreements")} download>
          All of them with each seat’s verdict (CSV)
        </a>
      </p>
    </div>
  );
}

function titleOf({ round, high, low, flagCount, seatCount, neededFlags }: DisputedCards): string {
  const outcome = flagCount >= neededFlags ? "reported" : "not reported";
  return `Round ${round}: ${pairName(high.position, low.position)}, ${flagCount} of ${seatCount} flags, ${outcome}`;
}

function Answers({ pair: { answers } }: { pair: DisputedCards }) {
  return (
    <ul aria-label="What each seat said" className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {answers.map(({ seat, word, tolerance }) => (
        <li key={seat}>
          Seat {seat}: <VerdictName state={word ?? "unseen"} />
          {tolerance !== null && `, ${toleranceInWords([tolerance])}`}
        </li>
      ))}
    </ul>
  );
}
