import { useId } from "react";
import type { VerdictOrUnseen } from "#components/judging/ballots/verdict-look.tsx";
import { type Pair, pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { inNoOrder, pairName } from "#components/rounds/people/pair-words.ts";
import { controlClass } from "#components/ui/control-class.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judgingPair.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

/** Every pair of the queue, as one Tab stop. */
export function GoTo({
  judging: { pairs, docketCount },
  states,
  isVeiled,
  index,
  onGoTo,
}: {
  judging: Judging;
  states: readonly VerdictOrUnseen[];
  /** Returns whether a pair's chances are hidden, so that its label does not reveal who has the better one. */
  isVeiled: (pair: Pair) => boolean;
  index: number;
  onGoTo: (index: number) => void;
}) {
  const id = useId();
  const options = (from: number, to: number) =>
    pairs.slice(from, to).map(([high, low], offset) => {
      const verdict = common.verdict({ state: states[from + offset] ?? "unseen" }).toLowerCase();
      const pair = isVeiled([high, low]) ? inNoOrder(high, low) : pairName(high, low);
      return (
        <option key={pairKeyOf([high, low])} value={from + offset}>
          {t.goToOption({ number: offset + 1, pair, verdict })}
        </option>
      );
    });
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-ink-3">
        {t.goToPair()}
      </label>
      <select
        id={id}
        value={index}
        onChange={(event) => onGoTo(Number(event.target.value))}
        className={`${controlClass} min-h-9 px-2 text-sm`}
      >
        {docketCount === pairs.length ? (
          options(0, pairs.length)
        ) : (
          <>
            <optgroup label={t.docketGroup()}>{options(0, docketCount)}</optgroup>
            <optgroup label={t.otherPairs()}>{options(docketCount, pairs.length)}</optgroup>
          </>
        )}
      </select>
    </div>
  );
}
