import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { Link } from "#components/ui/link.tsx";
import { formatCount, plural } from "#server/format.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

/** Explains why some pairs are missing, what the numbers mean, and who sees what. */
export function NotJudged({ judging: { alpha, people, pairs, panel } }: { judging: Judging }) {
  const limit = limitInWords(alpha);
  const left = (people.length * (people.length - 1)) / 2 - pairs.length;
  return (
    <div className="mt-2 grid gap-2 text-ink-2">
      <p>
        {limit === "0"
          ? "Every difference in chance is judged in this study."
          : `Differences of up to ${limit} in 100 are not judged in this study.`}{" "}
        {left > 0 &&
          `${formatCount(left, "pair")} of this round ${plural(left, "is", "are")} left out for that.`}
      </p>
      <p>
        “62 in 100” means: if this same decision were drawn 100 times, this person would be picked about 62
        times.
      </p>
      <p>
        A pair is reported if at least {panel.neededFlags} of {panel.seatCount} flag it. Until the round
        closes nobody sees your verdicts; the operator sees only that you sealed.
      </p>
      <p>
        <Link href="practice">Practise with made-up people</Link>
      </p>
    </div>
  );
}
