import { limitInWords, type PairFigures, pairFigures } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/judging.ts";
import type { Language } from "#server/locale.ts";
import { decisionAsQuestion } from "#server/study/decision.ts";

type Person = { readonly position: number; readonly chance: string };

type Study = {
  /** The largest difference that is not judged, from 0 to 1. */
  readonly alpha: string;
  readonly decision: string;
  /** In the language of the decision too; absent: that of the page. */
  readonly guideline?: { readonly language: Language };
};

/**
 * The question on a pair, always in the same words after what the study decides. It compares the difference with the
 * study's limit. Its text also names the buttons below, so it has no blank as a text of its own: an accessible name
 * would drop that.
 */
export function Question({ id, high, low, study }: { id: string; high: Person; low: Person; study: Study }) {
  const { alpha, decision, guideline } = study;
  const figures = pairFigures(high.chance, low.chance, alpha);
  const isNear = figures.decimals > 0 || figures.gap.figure.startsWith(">");
  return (
    <div className="grid gap-1">
      <p
        id={id}
        className="max-w-[50rem] text-base leading-[1.3125rem] tracking-[-0.01em] text-balance max-md:[@media(max-height:44rem)]:text-sm max-md:[@media(max-height:44rem)]:leading-5 md:text-lg md:leading-6"
      >
        <span lang={guideline?.language} className="text-ink-2">{`${decisionAsQuestion(decision)} `}</span>
        {t.question({
          high: personName(high.position),
          low: personName(low.position),
          highChance: figures.high.words,
          highCount: Number(figures.high.figure),
          lowChance: figures.low.words,
          how: howRare(figures),
          b: (text) => <b className="border-b-2 border-current">{text}</b>,
        })}
      </p>
      {isNear && (
        <p className="text-sm text-ink-2 max-md:[@media(max-height:44rem)]:text-xs max-md:[@media(max-height:44rem)]:leading-4">
          {t.nearLimit({ gap: figures.gap.words, limit: limitInWords(alpha) })}
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
