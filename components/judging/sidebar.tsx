import { ChevronDown } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { CommandCap } from "#components/account/keys/use-keys.tsx";
import {
  VerdictName,
  type VerdictOrUnseen,
  verdictOrder,
} from "#components/judging/ballots/verdict-look.tsx";
import { type Counts, countStates, wordOf } from "#components/judging/ballots/verdicts.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/judging.ts";
import { formatDuration } from "#server/format.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { LazyGoTo } from "./lazy-parts.ts";
import { type Coverage as Counted, coverageInWords, coverageOf, pairPlace } from "./state/docket.ts";
import type { Ballot } from "./state/use-ballot.ts";
import type { JudgingRoom } from "./state/use-judging.ts";
import { TallyBar } from "./tally.tsx";

/** Sidebar next to the pair: the progress, every pair to go to, the guidelines, and the auditor's own flags. */
export function Sidebar({
  room: { judging, given },
  ballot: { index, goTo, isVeiled },
  guidelineText,
  whatIsJudged,
  isLater,
  onReview,
  strip,
  children,
}: {
  room: JudgingRoom;
  ballot: Ballot;
  guidelineText: ReactNode;
  whatIsJudged: ReactNode;
  /** Whether parts that the first pair does not need may load. */
  isLater: boolean;
  onReview: () => void;
  /** The chances of all people, shown below everything else. */
  strip: ReactNode;
  /** Shown above everything else. */
  children: ReactNode;
}) {
  const { verdicts } = given;
  const { pairs, docketCount, guideline } = judging;
  const states = pairs.map((pair): VerdictOrUnseen => wordOf(verdicts, pair) ?? "unseen");
  const counts = countStates(states);
  const docket = countStates(states.slice(0, docketCount));
  const coverage = coverageOf(judging, verdicts);
  return (
    <aside aria-label={t.sidebar()} className="text-sm">
      {children}
      <RailSection title={t.progress()} note={t.seenOf(coverage.docket)}>
        <div className="my-3">
          <TallyBar states={states.slice(0, docketCount)} counts={docket} current={index} />
        </div>
        <Coverage coverage={coverage} msPerPair={judging.msPerPair} />
        <CountList counts={counts} />
        <div className="mt-4 min-h-[3.75rem]">
          {isLater && (
            <Suspense>
              <LazyGoTo judging={judging} states={states} isVeiled={isVeiled} index={index} onGoTo={goTo} />
            </Suspense>
          )}
        </div>
        <Button small className="mt-3 w-full" onClick={onReview}>
          {judging.round.takesVerdicts ? t.reviewAndSeal() : t.allMyVerdicts()}
        </Button>
      </RailSection>
      <FoldedSection
        title={t.guidelines()}
        note={
          <>
            {t.version({ version: guideline.version })}{" "}
            <span className="ms-1 max-lg:hidden">
              <CommandCap command="guidelines" />
            </span>
          </>
        }
      >
        {guidelineText}
      </FoldedSection>
      <RailSection title={t.myFlags()} note={String(counts.unfair)}>
        <Flags judging={judging} states={states} onGoTo={goTo} />
      </RailSection>
      <FoldedSection title={t.whatIsJudged()}>{whatIsJudged}</FoldedSection>
      {strip}
    </aside>
  );
}

type SectionProps = { title: string; note?: ReactNode; children: ReactNode };

function RailSection({ title, note, children }: SectionProps) {
  return (
    <section className="border-t-2 border-rule pt-3 pb-5">
      <SectionHead title={title} note={note} />
      {children}
    </section>
  );
}

/** Section that auditors read once: closed at first, so that it does not compete with the pair. */
function FoldedSection({ title, note, children }: SectionProps) {
  return (
    <details className="group border-t-2 border-rule pt-3 pb-5">
      <summary className="flex min-h-6 cursor-pointer items-center gap-2">
        <ChevronDown aria-hidden className="size-4 flex-none group-open:rotate-180" />
        <span className="flex-1">
          <SectionHead title={title} note={note} />
        </span>
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function SectionHead({ title, note }: Omit<SectionProps, "children">) {
  return (
    <h2 className="flex items-baseline justify-between gap-2 text-base">
      {title}
      {note && <span className="text-xs font-normal tracking-normal text-ink-3 tabular-nums">{note}</span>}
    </h2>
  );
}

function CountList({ counts }: { counts: Counts }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {verdictOrder.map((state) => (
        <div key={state} className="contents">
          <dt>
            <VerdictName state={state} />
          </dt>
          <dd className="text-end font-[620] tabular-nums">{counts[state]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Progress in words, and the time for the rest at the auditor's own pace. */
function Coverage({ coverage, msPerPair }: { coverage: Counted; msPerPair: number | null }) {
  const left = coverage.docket.count - coverage.docket.seen;
  const isTimed = left > 0 && msPerPair !== null;
  if (coverage.others.count === 0 && !isTimed) return null;
  return (
    <p className="mb-2 text-ink-2">
      {coverage.others.count > 0 && `${coverageInWords(coverage)}. `}
      {isTimed && t.timeLeft({ time: formatDuration((left * msPerPair) / 60_000) })}
    </p>
  );
}

function Flags({
  judging,
  states,
  onGoTo,
}: {
  judging: Judging;
  states: readonly VerdictOrUnseen[];
  onGoTo: (index: number) => void;
}) {
  const flagged = judging.pairs
    .map((pair, place) => ({ pair, place }))
    .filter(({ place }) => states[place] === "unfair");
  if (flagged.length === 0) return <p className="mt-2 text-ink-2">{t.noFlags()}</p>;
  return (
    <ul className="mt-1 max-h-80 overflow-y-auto">
      {flagged.map(({ pair, place }) => (
        <li key={place} className="border-t border-hair first:border-t-0">
          <button
            type="button"
            onClick={() => onGoTo(place)}
            className="flex min-h-9 w-full items-center justify-between gap-3 text-start"
          >
            <span className="text-accent underline underline-offset-3 hover:text-accent-hover">
              {pairName(...pair)}
            </span>
            <span className="text-xs text-ink-3">{pairPlace(judging, place)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
