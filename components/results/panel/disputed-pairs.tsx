import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import { VerdictName } from "#components/judging/ballots/verdict-look.tsx";
import { PairView } from "#components/judging/results/pair-view.tsx";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { roundAddress, tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
import type { FindingsView } from "#server/results/panel/read-findings.ts";
import type { FieldWords } from "#server/study/words.ts";

type DisputedCards = NonNullable<FindingsView["findings"]>["disputed"][number];

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
  if (pairs.length === 0) return <p>{t.noDispute()}</p>;
  return (
    <div className="grid gap-6">
      {pairs.map((pair) => {
        const { round, high, low } = pair;
        return (
          <article key={`${round}/${high.position}/${low.position}`} className="min-w-0">
            <Fold label={titleOf(pair)} isLazy>
              <PairView high={high} low={low} fields={fields} alpha={alpha} />
              <Answers pair={pair} />
              <p className="mt-2 text-sm">
                <Link href={roundAddress(studyId, round)}>{t.goToRound({ round })}</Link>
              </p>
            </Fold>
          </article>
        );
      })}
      <p className="text-sm text-ink-2">
        {count > pairs.length && t.newestOf({ shown: pairs.length, count })}{" "}
        <a href={tableAddress(studyId, "findings-disagreements")} download>
          {t.allDisputed()}
        </a>
      </p>
    </div>
  );
}

function titleOf({ round, high, low, flagCount, seatCount, isReported, isAnnulled }: DisputedCards): string {
  return t.disputedTitle({
    round,
    pair: pairName(high.position, low.position),
    flags: flagCount,
    seats: seatCount,
    report: isAnnulled ? "annulled" : isReported ? "reported" : "no",
  });
}

function Answers({ pair: { answers } }: { pair: DisputedCards }) {
  return (
    <ul aria-label={t.seatsSaid()} className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {answers.map(({ seat, word, tolerance }) => {
        const verdict = () => <VerdictName state={word ?? "unseen"} />;
        return (
          <li key={seat}>
            {tolerance === null
              ? t.seatVerdict({ seat, verdict })
              : t.seatVerdictTolerance({ seat, verdict, tolerance: toleranceInWords([tolerance]) })}
          </li>
        );
      })}
    </ul>
  );
}
