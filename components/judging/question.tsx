import type { PairFigures } from "#components/rounds/people/chance-words.ts";
import { onlyInWords, personName, pickedInWords } from "#components/rounds/people/pair-words.ts";
import { decisionAsQuestion } from "#server/study/decision.ts";

/**
 * The question on a pair, always in the same words after what the study decides. It compares the difference with the
 * study's limit. Its text also names the buttons below, so it has no blank as a text of its own: an accessible name
 * would drop that.
 */
export function Question({
  id,
  high,
  low,
  figures,
  limit,
  decision,
}: {
  id: string;
  high: number;
  low: number;
  figures: PairFigures;
  limit: string;
  decision: string;
}) {
  const isNear = figures.decimals > 0 || figures.gap.figure.startsWith(">");
  return (
    <div className="grid gap-1">
      <p
        id={id}
        className="max-w-[50rem] text-base leading-[1.3125rem] tracking-[-0.01em] text-balance max-md:[@media(max-height:44rem)]:text-sm max-md:[@media(max-height:44rem)]:leading-5 md:text-xl md:leading-7"
      >
        <span className="text-ink-2">{`${decisionAsQuestion(decision)} `}</span>
        {`${personName(high)} ${pickedInWords(figures)}, ${personName(low)} ${onlyInWords(figures)}. Is it `}
        <b className="border-b-2 border-current">unfair</b>
        {` that ${personName(high)} gets the better chance?`}
      </p>
      {isNear && (
        <p className="text-sm text-ink-2 max-md:[@media(max-height:44rem)]:text-xs max-md:[@media(max-height:44rem)]:leading-4">
          The difference is {figures.gap.words}; here more than {limit} is judged.
        </p>
      )}
    </div>
  );
}
