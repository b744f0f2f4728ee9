import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { neededInWords } from "#components/ui/decision-words.ts";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

/** Explains why some pairs are missing, what the numbers mean, and who sees what. */
export function NotJudged({ judging: { alpha, people, pairs, panel } }: { judging: Judging }) {
  const limit = limitInWords(alpha);
  const left = (people.length * (people.length - 1)) / 2 - pairs.length;
  return (
    <div className="mt-2 grid gap-2 text-ink-2">
      <p>
        {limit === "0" ? t.everyDifference() : t.differencesUpTo({ limit })}{" "}
        {left > 0 && t.pairsLeftOut({ count: left })}
      </p>
      <p>{t.meaningOf62()}</p>
      <p>{t.whenReported({ needed: neededInWords(panel) })}</p>
      <p>
        <Link href="practice">{t.practise()}</Link>
      </p>
    </div>
  );
}
