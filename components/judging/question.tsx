import type { PairFigures } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/judging.ts";
import type { Language } from "#server/locale.ts";
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
  language,
}: {
  id: string;
  high: number;
  low: number;
  figures: PairFigures;
  limit: string;
  decision: string;
  /** The language of the decision, which is a text of the study. */
  language?: Language;
}) {
  const isNear = figures.decimals > 0 || figures.gap.figure.startsWith(">");
  return (
    <div className="grid gap-1">
      <p
        id={id}
        className="max-w-[50rem] text-base leading-[1.3125rem] tracking-[-0.01em] text-balance max-md:[@media(max-height:44rem)]:text-sm max-md:[@media(max-height:44rem)]:leading-5 md:text-lg md:leading-6"
      >
        <span lang={language} className="text-ink-2">{`${decisionAsQuestion(decision)} `}</span>
        {t.question({
          high: personName(high),
          low: personName(low),
          highChance: figures.high.words,
          highCount: Number(figures.high.figure),
          lowChance: figures.low.words,
          how: howRare(figures),
          b: (text) => <b className="border-b-2 border-current">{text}</b>,
        })}
      </p>
      {isNear && (
        <p className="text-sm text-ink-2 max-md:[@media(max-height:44rem)]:text-xs max-md:[@media(max-height:44rem)]:leading-4">
          {t.nearLimit({ gap: figures.gap.words, limit })}
        </p>
      )}
    </div>
  );
}

/** How the lower chance is put after the other one: "never", "fewer than 1" or "only 25". */
function howRare({ low }: PairFigures): "never" | "least" | "some" {
  if (low.figure === "0") return "never";
  return low.figure.startsWith("<") ? "least" : "some";
}
