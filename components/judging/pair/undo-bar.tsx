import { Undo2 } from "lucide-react";
import { verdictLooks } from "#components/judging/ballots/verdict-look.tsx";
import { pairOf } from "#components/judging/ballots/verdicts.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judgingPair.ts";
import type { LastGiven } from "../state/use-ballot.ts";

/**
 * Bar with the last verdict and an undo button. On a small screen it is easy to press the wrong button, and the next
 * pair appears at once. It disappears with the next step.
 */
export function UndoBar({ last, onUndo }: { last: LastGiven; onUndo: (() => void) | undefined }) {
  if (onUndo === undefined) return null;
  const state = last.word ?? "unseen";
  const { icon: Icon, ink } = verdictLooks[state];
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs text-ink-2 md:hidden">
      <Icon aria-hidden className={`size-4 flex-none ${ink}`} />
      <span className="truncate">
        <span className="sr-only">{pairName(...pairOf(last.key))}: </span>
        {common.verdict({ state })}
      </span>
      <button
        type="button"
        onClick={onUndo}
        className="inline-flex min-h-6 flex-none items-center gap-1.5 px-1.5 font-[560] text-ink"
      >
        <Undo2 aria-hidden className="size-4" />
        {t.undo({ more: (text) => <span className="sr-only">{text}</span> })}
      </button>
    </div>
  );
}
