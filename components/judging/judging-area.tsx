"use client";

import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { CommandCap, useKeys } from "#components/account/keys/use-keys.tsx";
import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import {
  fetchPart,
  fetchParts,
  LazyAgainstView,
  LazyChanceStrip,
  LazyGridView,
  LazyGuidelinesDialog,
  LazyKeysDialog,
  LazyLookFirst,
  LazyNoteDialog,
  LazyPairFacts,
  LazyReminder,
  LazyRepeatQuestions,
} from "./lazy-parts.ts";
import { Sidebar } from "./sidebar.tsx";
import { coverageOf, pairTitle } from "./state/docket.ts";
import { actionOf, takesText } from "./state/keys.ts";
import type { Ballot } from "./state/use-ballot.ts";
import type { JudgingRoom } from "./state/use-judging.ts";
import { type View, views } from "./state/use-view.ts";
import { VerdictBar } from "./verdict-bar.tsx";
import { QueueView } from "./views/queue-view.tsx";
import { ViewSwitch } from "./views/view-switch.tsx";

type Props = {
  room: JudgingRoom;
  ballot: Ballot;
  view: View;
  onView: (view: View) => void;
  guidelineText: ReactNode;
  whatIsJudged: ReactNode;
  /** Whether parts that the first pair does not need may load. */
  isLater: boolean;
  onReview: () => void;
};

/** Area with the pairs: the current view, the keyboard shortcuts and, next to it, the progress. */
export function JudgingArea({
  room,
  ballot,
  view,
  onView,
  guidelineText,
  whatIsJudged,
  isLater,
  onReview,
}: Props) {
  const { judging, given } = room;
  const keys = useKeys();
  const [showsAll, setShowsAll] = useState(false);
  const { dialog, had, open, closed } = useDialogs();
  const area = useAreaFocus(view, judging.round.takesVerdicts, ballot.showChances === undefined);
  useTopOfPair(area, view === "queue" ? ballot.index : -1);
  const coverage = coverageOf(judging, given.verdicts);
  const { presentation, round } = judging;
  const isHidden = ballot.showChances !== undefined;
  const takesNote = view === "queue" && presentation.notes && round.takesVerdicts;
  const onNote = takesNote && !isHidden ? () => open("note") : undefined;
  const actions = {
    ...ballot.actions,
    verdict: ballot.give,
    changeView: () => onView(views[(views.indexOf(view) + 1) % views.length] ?? "queue"),
    toggleAll: () => setShowsAll((value) => !value),
    guidelines: () => open("guidelines"),
    help: () => open("keys"),
    review: onReview,
    tolerance:
      ballot.tolerate && (() => area.current?.querySelector<HTMLElement>("[data-tolerance]")?.focus()),
    note: onNote,
    showChances: ballot.showChances,
  };
  const heading = headingOf(view, judging, ballot.index);
  const pair = room.pairs[ballot.index];
  const isComplete = judging.round.takesVerdicts && coverage.docket.seen === coverage.docket.count;
  const steps = { ...ballot.actions, review: onReview, view };
  const words = new Set([...given.verdicts.values()].map(([, , word]) => word));
  const mayContradict = round.takesVerdicts && words.has("unfair") && words.has("acceptable");
  const shared = { room, ballot, showsAll, onToggleAll: actions.toggleAll };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_var(--rail)]">
      <section
        ref={area}
        tabIndex={-1}
        aria-labelledby="pair-title"
        className="flex min-w-0 flex-col outline-none [@media(min-height:36rem)]:min-h-[min(100dvh-10rem,52rem)]"
        onPointerDownCapture={fetchParts}
        onKeyDownCapture={fetchParts}
        onKeyDown={(event) => {
          if (takesText(event.target)) return;
          // On a button, Enter presses that button.
          const isAnywhere = event.target === event.currentTarget;
          const { showChances } = actions;
          const act = actionOf(
            event,
            { ...actions, showChances: isAnywhere ? showChances : undefined },
            keys,
          );
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      >
        <AreaHead heading={heading} view={view} onView={onView} actions={actions} />
        {view === "queue" && isComplete && judging.repeatCount > 0 && (
          <Suspense>
            <LazyRepeatQuestions room={room} />
          </Suspense>
        )}
        <Suspense fallback={<Skeleton className="h-96" />}>
          {view === "queue" && <QueueView {...shared} />}
          {view === "against" && <LazyAgainstView {...shared} onOpen={() => onView("queue")} />}
          {view === "grid" && <LazyGridView {...shared} onOpen={() => onView("queue")} />}
          {ballot.showChances !== undefined ? (
            <LazyLookFirst steps={steps} onShow={ballot.showChances} />
          ) : (
            <VerdictBar
              room={room}
              ballot={ballot}
              steps={steps}
              isComplete={isComplete}
              onNote={onNote}
              isLater={isLater}
              fields={view === "queue" && pair ? `${pair} ${showsAll}` : undefined}
            />
          )}
        </Suspense>
      </section>
      <Sidebar
        room={room}
        ballot={ballot}
        guidelineText={guidelineText}
        whatIsJudged={whatIsJudged}
        isLater={isLater}
        strip={
          isLater &&
          view === "queue" &&
          pair !== undefined &&
          !isHidden && (
            <Suspense>
              <LazyChanceStrip
                people={judging.people}
                high={pair[0]}
                low={pair[1]}
                limit={limitInWords(judging.alpha)}
              />
            </Suspense>
          )
        }
        onReview={onReview}
      >
        <Suspense>
          {mayContradict && <LazyReminder room={room} onGoTo={ballot.goTo} />}
          {view === "grid" && pair !== undefined && (
            <div className="max-lg:hidden">
              <Suspense fallback={<Skeleton className="mb-8 h-64" />}>
                <LazyPairFacts judging={judging} pair={pair} showsAll={showsAll} />
              </Suspense>
            </div>
          )}
        </Suspense>
      </Sidebar>
      <Suspense>
        {had.has("keys") && <LazyKeysDialog isOpen={dialog === "keys"} onClose={() => closed("keys")} />}
        {had.has("note") && pair !== undefined && (
          <LazyNoteDialog room={room} pair={pair} isOpen={dialog === "note"} onClose={() => closed("note")} />
        )}
        {had.has("guidelines") && (
          <LazyGuidelinesDialog
            version={judging.guideline.version}
            isOpen={dialog === "guidelines"}
            onClose={() => closed("guidelines")}
          >
            {guidelineText}
          </LazyGuidelinesDialog>
        )}
      </Suspense>
    </div>
  );
}

type DialogName = "keys" | "guidelines" | "note";

function useDialogs() {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [had, setHad] = useState<ReadonlySet<DialogName>>(new Set());
  return {
    dialog,
    /** Dialogs that were opened before: they stay mounted, so that closing one restores the focus. */
    had,
    open: async (name: DialogName) => {
      if (!(await fetchPart(name))) return;
      setHad((before) => new Set(before).add(name));
      setDialog(name);
    },
    // A dialog's close event arrives late: a quick key press may have opened another one meanwhile.
    closed: (name: DialogName) => setDialog((shown) => (shown === name ? null : shown)),
  };
}

/**
 * Focuses the area in each view, so that the keys work at once and a screen reader announces the position. The
 * element that had the focus may be gone.
 */
function useAreaFocus(view: View, takesVerdicts: boolean, showsChances: boolean) {
  const area = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes removes elements
  useEffect(() => {
    if (document.activeElement === document.body) area.current?.focus({ preventScroll: true });
  }, [view, takesVerdicts, showsChances]);
  return area;
}

function AreaHead({
  heading,
  view,
  onView,
  actions,
}: Pick<Props, "view" | "onView"> & {
  heading: RoomHeading;
  actions: { guidelines: () => void; help: () => void };
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 md:gap-x-4">
      <h1 id="pair-title" className="text-lg md:text-xl">
        {heading.title}
      </h1>
      <span className="text-xs text-ink-3 max-xl:hidden">{heading.note}</span>
      <span className="ms-auto flex flex-wrap items-center gap-1">
        <ViewSwitch view={view} onView={onView} />
        <Button look="ghost" className="max-md:hidden lg:hidden" onClick={actions.guidelines}>
          {t.guidelines()}
        </Button>
        <Button look="ghost" className="max-md:hidden" onClick={actions.help}>
          {t.keys()} <CommandCap command="help" />
        </Button>
      </span>
    </div>
  );
}

/** Scrolls to the top of each next pair, however far down the last one was read. */
function useTopOfPair(area: RefObject<HTMLElement | null>, index: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving to another pair is the reason to scroll
  useEffect(() => {
    const top = area.current?.getBoundingClientRect().top ?? 0;
    // Not scrollIntoView: it would leave space for a header that is not sticky.
    if (top < 0) scrollBy({ top });
  }, [area, index]);
}

type RoomHeading = { readonly title: string; readonly note?: string };

/** Returns the heading above the pairs in each view. */
function headingOf(view: View, judging: Judging, place: number): RoomHeading {
  if (view === "grid") return { title: t.allPairs() };
  if (view === "against") {
    const [high = 0] = judging.pairs[place] ?? [];
    return { title: t.againstAll({ person: personName(high) }) };
  }
  const title = pairTitle(judging, place);
  return place < judging.docketCount ? { title } : { title, note: t.notOnDocket() };
}
