import { Undo2 } from "lucide-react";
import { verdictLooks } from "#components/judging/ballots/verdict-look.tsx";
import { pairOf } from "#components/judging/ballots/verdicts.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judgingParts.ts";
import type { LastGiven } from "./use-ballot.ts";

export type UndoBarProps = { last: LastGiven; onUndo: (() => void) | undefined };

/**
 * Bar with the last verdict and an undo button. On a small screen it is easy to press the wrong button, and the next
 * pair appears at once. It overlays the cards, so that nothing moves, and disappears with the next step.
 */
export function UndoBar({ last, onUndo }: UndoBarProps) {
  if (onUndo === undefined) return null;
  const state = last.word ?? "unseen";
  const { icon: Icon, ink } = verdictLooks[state];
  return (
    <div className="absolute bottom-full start-2 mb-1.5 flex max-w-[calc(100%-1rem)] items-center gap-2 rounded-md border border-edge bg-sheet ps-2.5 text-xs text-ink shadow-pop md:hidden">
      <Icon aria-hidden className={`size-4 flex-none ${ink}`} />
      <span className="truncate">
        {pairName(...pairOf(last.key))}: {common.verdict({ state }).toLowerCase()}
      </span>
      <button
        type="button"
        onClick={onUndo}
        className="inline-flex min-h-9 flex-none items-center gap-1.5 border-s border-hair px-2.5 font-[560]"
      >
        <Undo2 aria-hidden className="size-4" />
        {t.undo({ more: (text) => <span className="sr-only">{text}</span> })}
      </button>
    </div>
  );
}
