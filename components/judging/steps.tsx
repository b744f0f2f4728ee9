import { ArrowLeft, ArrowRight, ListChecks, Redo2, SkipForward, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { KeyCap } from "#components/ui/key-cap.tsx";

export type StepActions = {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  nextUnseen: (() => void) | undefined;
  review: () => void;
  /** Every pair was looked at: the review is what is left. */
  isComplete: boolean;
};

/** Everything that has a key, for those who point; what is not possible now stays in its place. */
export function Steps({ previous, next, undo, redo, nextUnseen, review, isComplete }: StepActions) {
  return (
    <div className="flex items-center justify-between text-xs md:-ml-2 md:justify-start md:gap-1">
      <Step icon={<ArrowLeft />} caps={["P"]} act={previous}>
        Previous
      </Step>
      <Step icon={<ArrowRight />} caps={["N"]} act={next}>
        Next
      </Step>
      <Step icon={<Undo2 />} caps={["Z"]} act={undo}>
        Undo
      </Step>
      <Step icon={<Redo2 />} caps={["Shift", "Z"]} act={redo} wideOnly>
        Redo
      </Step>
      <Step icon={<SkipForward />} caps={["X"]} act={nextUnseen} wideOnly>
        Next not looked at
      </Step>
      <Step icon={<ListChecks />} caps={["Ctrl", "Enter"]} act={review} isDue={isComplete}>
        Review
      </Step>
    </div>
  );
}

function Step({
  icon,
  caps,
  act,
  wideOnly = false,
  isDue = false,
  children,
}: {
  icon: ReactNode;
  caps: readonly string[];
  act: (() => void) | undefined;
  wideOnly?: boolean;
  isDue?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      // Not `disabled`: the focus must not fall out of the page when the last pair is reached.
      aria-disabled={act === undefined}
      onClick={act}
      className={classNames(
        "inline-flex min-h-10 items-center lg:min-h-8 gap-1.5 rounded-md px-1.5 text-ink-2 md:px-2 hover:bg-hover hover:text-ink aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-ink-off",
        wideOnly && "max-lg:hidden",
        isDue && "font-[620] text-ink underline underline-offset-3",
      )}
    >
      <span className="max-[22rem]:hidden md:hidden [&>svg]:size-4" aria-hidden>
        {icon}
      </span>
      <span className="flex gap-0.5 max-md:hidden" aria-hidden>
        {caps.map((cap) => (
          <KeyCap key={cap}>{cap}</KeyCap>
        ))}
      </span>
      {children}
    </button>
  );
}
