"use client";

import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { CommandCap } from "#components/account/keys/use-keys.tsx";
import { VerdictName } from "#components/judging/ballots/verdict-look.tsx";
import type { Pair, Verdict, VerdictWord } from "#components/judging/ballots/verdicts.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Submit } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import * as t from "#messages/judgingPair.ts";
import { wordOfTolerance } from "#server/audit-log/tolerance.ts";
import { isTolerance } from "#server/audit-log/verdicts.ts";

/**
 * Field for the difference, in points, that would still be acceptable for a pair. The verdict follows from the number
 * and is shown before it is given. Only Enter or the button gives it; leaving the field does not.
 */
export function ToleranceField({
  pair,
  chances,
  verdict,
  onGive,
}: {
  pair: Pair;
  chances: readonly [high: string, low: string];
  verdict: Verdict | undefined;
  onGive: (points: number | undefined, word: VerdictWord) => void;
}) {
  const noteId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const [, , before, tolerance] = verdict ?? [];
  const shown = typed ?? tolerance?.toString() ?? "";
  const points = pointsIn(shown);
  const isWrong = shown !== "" && points === undefined;
  const word = points === undefined ? undefined : wordOfTolerance(chances, points);

  function leave(field: HTMLElement) {
    setTyped(null);
    const back = cameFrom.current ?? field.closest<HTMLElement>("section[tabindex]");
    back?.focus({ preventScroll: true });
  }

  function give(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWrong) return;
    leave(event.currentTarget);
    if (points !== undefined && word !== undefined) onGive(points, word);
    else if (before !== undefined && tolerance !== undefined) onGive(undefined, before);
  }

  return (
    <form onSubmit={give} className="flex flex-none items-center gap-2">
      <label className="flex items-center gap-2">
        <span className="whitespace-nowrap">{t.acceptableUpTo()}</span>
        <input
          data-tolerance=""
          aria-label={t.toleranceLabel({ pair: pairName(...pair) })}
          aria-describedby={noteId}
          aria-invalid={isWrong || undefined}
          value={shown}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          onChange={(event) => setTyped(event.target.value.trim())}
          onFocus={(event: FocusEvent<HTMLInputElement>) => {
            cameFrom.current = neighbourOf(event);
            event.target.select();
          }}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            leave(event.currentTarget);
          }}
          className={`${controlClass} min-h-9 max-w-14 px-2 text-center tabular-nums`}
        />
        <span aria-hidden>{t.points()}</span>
      </label>
      <span className="max-md:hidden">
        <CommandCap command="tolerance" />
      </span>
      <span id={noteId} role="status" className="flex items-center gap-1.5 text-xs">
        {isWrong && <span className="text-bad">{t.wholePoints()}</span>}
        {typed !== null && word !== undefined && (
          <>
            <span className="text-ink-2">
              {t.becomes({ isChange: before !== undefined && before !== word })}
            </span>
            <VerdictName state={word} />
          </>
        )}
      </span>
      {typed !== null && !isWrong && <Submit small act={t.setPoints()} />}
    </form>
  );
}

/** Returns the element that had the focus before, if it is among the pairs. */
function neighbourOf({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): HTMLElement | null {
  const area = currentTarget.closest("section[tabindex]");
  return relatedTarget instanceof HTMLElement && area?.contains(relatedTarget) ? relatedTarget : null;
}

/** Reads a typed tolerance, in points; undefined unless it is a whole number that may be given. */
export function pointsIn(text: string): number | undefined {
  const points = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  return isTolerance(points) ? points : undefined;
}
