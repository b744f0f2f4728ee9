import type { MouseEvent } from "react";
import { CommandCap } from "#components/account/keys/use-keys.tsx";
import { verdictLooks } from "#components/judging/ballots/verdict-look.tsx";
import type { VerdictWord } from "#components/judging/ballots/verdicts.ts";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/common.ts";
import { verdictWords } from "#server/audit-log/verdicts.ts";

/** The thicker edge is drawn inside, so that nothing moves. */
const pressed: Record<VerdictWord, string> = {
  unfair:
    "aria-pressed:border-unfair aria-pressed:bg-unfair-soft aria-pressed:shadow-[inset_0_0_0_2px_var(--unfair)]",
  acceptable:
    "aria-pressed:border-acceptable aria-pressed:bg-acceptable-soft aria-pressed:shadow-[inset_0_0_0_2px_var(--acceptable)]",
  unsure:
    "aria-pressed:border-dashed aria-pressed:border-unsure aria-pressed:bg-unsure-soft aria-pressed:outline-1 aria-pressed:-outline-offset-4 aria-pressed:outline-dashed aria-pressed:outline-unsure",
};

/**
 * Three buttons of the same size, order and weight, none of them preselected. Pressing one again withdraws the
 * verdict.
 */
export function VerdictButtons({
  labelledBy,
  verdict,
  onVerdict,
}: {
  labelledBy: string;
  verdict: VerdictWord | undefined;
  onVerdict: (word: VerdictWord) => void;
}) {
  function press(event: MouseEvent, word: VerdictWord) {
    // The second click of a double click would hit the next pair.
    if (event.detail < 2) onVerdict(word);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own; the question is the label
    <div role="group" aria-labelledby={labelledBy} className="grid grid-cols-3 gap-2 md:gap-3">
      {verdictWords.map((word) => {
        const { icon: Icon, ink } = verdictLooks[word];
        return (
          <button
            key={word}
            type="button"
            aria-pressed={verdict === word}
            onClick={(event) => press(event, word)}
            className={classNames(
              "relative flex min-h-14 items-center max-md:[@media(max-height:44rem)]:min-h-12 rounded-md border border-ink-2 bg-sheet text-sm font-[560] transition-colors hover:bg-hover max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-1 md:gap-3 md:px-5 md:text-lg",
              pressed[word],
            )}
          >
            <Icon aria-hidden className={classNames("size-[1.375rem] flex-none", ink)} />
            {t.verdict({ state: word })}
            <span className="ms-auto max-md:hidden">
              <CommandCap command={word} />
            </span>
          </button>
        );
      })}
    </div>
  );
}
