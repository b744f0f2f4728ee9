import { ArrowLeft, ArrowRight, ListChecks, SkipForward, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { CommandCap, useKeys } from "#components/account/keys/use-keys.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeyCap } from "#components/ui/key-cap.tsx";
import * as t from "#messages/judging.ts";
import type { KeyActions } from "../state/keys.ts";
import type { View } from "../state/use-view.ts";

export type StepActions = Pick<KeyActions, "previous" | "next" | "undo" | "redo" | "nextUnseen"> & {
  review: () => void;
  view: View;
};

/** Buttons for everything that has a key, for pointer users. Unavailable ones stay in place. */
export function StepButtons({ previous, next, undo, redo, nextUnseen, review, view }: StepActions) {
  const more = (text: ReactNode) => <span className="max-md:sr-only">{text}</span>;
  // The grid uses its arrow keys.
  const hasNeighbours = view !== "grid";
  return (
    <div className="flex flex-wrap items-center justify-between text-xs md:-ms-2 md:justify-start md:gap-1 md:pe-32">
      {hasNeighbours && (
        <>
          <Step icon={<ArrowLeft />} cap={<CommandCap command="previous" />} act={previous}>
            <span>{t.previous({ view, more })}</span>
          </Step>
          <Step icon={<ArrowRight />} cap={<CommandCap command="next" />} act={next}>
            <span>{t.next({ view, more })}</span>
          </Step>
        </>
      )}
      <Step icon={<Undo2 />} cap={<CommandCap command="undo" />} act={undo}>
        {t.undo()}
      </Step>
      <Step cap={<RedoCaps />} act={redo} wideOnly>
        {t.redo()}
      </Step>
      <Step
        icon={<SkipForward />}
        cap={<CommandCap command="nextUnseen" />}
        act={nextUnseen}
        wideOnly={hasNeighbours}
      >
        {t.nextUnseen()}
      </Step>
      <Step icon={<ListChecks />} cap={<Caps caps={["Ctrl", "Enter"]} />} act={review}>
        {t.review()}
      </Step>
    </div>
  );
}

function RedoCaps() {
  const { areOn, undo } = useKeys();
  return <Caps caps={areOn ? ["Shift", undo.toUpperCase()] : ["Ctrl", "Shift", "Z"]} />;
}

function Caps({ caps }: { caps: readonly string[] }) {
  return caps.map((cap) => <KeyCap key={cap}>{cap}</KeyCap>);
}

function Step({
  icon,
  cap,
  act,
  wideOnly = false,
  children,
}: {
  /** Shown on small screens only. */
  icon?: ReactNode;
  cap: ReactNode;
  act: (() => void) | undefined;
  wideOnly?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      // Not `disabled`: the focus must stay in the page when the last pair is reached.
      aria-disabled={act === undefined}
      onClick={act}
      className={classNames(
        "inline-flex min-h-10 items-center lg:min-h-8 gap-1.5 rounded-md px-1 text-ink-2 min-[26rem]:px-1.5 md:px-2 hover:bg-hover hover:text-ink aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-ink-off",
        wideOnly && "max-lg:hidden",
      )}
    >
      <span className="max-[26rem]:hidden md:hidden [&>svg]:size-4" aria-hidden>
        {icon}
      </span>
      <span className="flex gap-0.5 max-md:hidden" aria-hidden>
        {cap}
      </span>
      {children}
    </button>
  );
}
