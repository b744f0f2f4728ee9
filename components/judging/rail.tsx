import { type ReactNode, useId } from "react";
import { pairName, personName } from "#components/ballots/pair-words.ts";
import { VerdictName, type VerdictState, verdictLooks } from "#components/ballots/verdict-look.tsx";
import { type Counts, countVerdicts, keyOf, type Pair, type Verdicts } from "#components/ballots/verdicts.ts";
import { CommandCap } from "#components/keys/use-keys.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/field.tsx";
import type { Judging } from "#server/services/judging/read-judging.ts";
import { Guidelines } from "./guidelines-dialog.tsx";
import { NotJudged } from "./not-judged.tsx";
import { Tally } from "./tally.tsx";

const order: readonly VerdictState[] = ["unfair", "acceptable", "unsure", "unseen"];

/** Beside the pair: how far one is, every pair to go to, the guidelines, the own flags. */
export function Rail({
  judging,
  guidelineText,
  verdicts,
  index,
  onGoTo,
  onReview,
}: {
  judging: Judging;
  guidelineText: ReactNode;
  verdicts: Verdicts;
  index: number;
  onGoTo: (index: number) => void;
  onReview: () => void;
}) {
  const { pairs, guideline } = judging;
  const states = pairs.map((pair): VerdictState => verdicts.get(keyOf(pair)) ?? "unseen");
  const counts = countVerdicts(pairs, verdicts);
  return (
    <aside aria-label="Progress and guidelines" className="text-sm">
      <RailSection title="Progress" note={`${pairs.length - counts.unseen} of ${pairs.length}`}>
        <div className="my-3">
          <Tally states={states} counts={counts} current={index} />
        </div>
        <CountList counts={counts} />
        <GoTo pairs={pairs} states={states} index={index} onGoTo={onGoTo} />
        <Button
          small={counts.unseen > 0}
          look={counts.unseen === 0 && judging.round.takesVerdicts ? "act" : "plain"}
          className="mt-3 w-full"
          onClick={onReview}
        >
          {judging.round.takesVerdicts ? "Review and seal" : "All my verdicts"}
        </Button>
      </RailSection>
      <RailSection
        title="Guidelines"
        note={
          <>
            version {guideline.version}{" "}
            <span className="max-lg:hidden">
              <CommandCap command="guidelines" />
            </span>
          </>
        }
      >
        <div className="mt-2">
          <Guidelines guideline={guideline}>{guidelineText}</Guidelines>
        </div>
      </RailSection>
      <RailSection title="My flags" note={String(counts.unfair)}>
        <Flags pairs={pairs} states={states} onGoTo={onGoTo} />
      </RailSection>
      <RailSection title="What is judged">
        <NotJudged judging={judging} />
      </RailSection>
    </aside>
  );
}

function RailSection({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t-2 border-rule pt-3 pb-5">
      <h2 className="flex items-baseline justify-between gap-2 text-base">
        {title}
        {note && <span className="text-xs font-normal tracking-normal text-ink-3 tabular-nums">{note}</span>}
      </h2>
      {children}
    </section>
  );
}

function CountList({ counts }: { counts: Counts }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {order.map((state) => (
        <div key={state} className="contents">
          <dt>
            <VerdictName state={state} />
          </dt>
          <dd className="text-right font-[620] tabular-nums">{counts[state]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Every pair of the queue, one Tab stop. */
function GoTo({
  pairs,
  states,
  index,
  onGoTo,
}: {
  pairs: readonly Pair[];
  states: readonly VerdictState[];
  index: number;
  onGoTo: (index: number) => void;
}) {
  const id = useId();
  return (
    <div className="mt-4 grid gap-1">
      <label htmlFor={id} className="text-xs text-ink-3">
        Go to pair
      </label>
      <select
        id={id}
        value={index}
        onChange={(event) => onGoTo(Number(event.target.value))}
        className={`${controlClass} min-h-9 px-2 text-sm`}
      >
        {pairs.map(([high, low], place) => (
          <option key={keyOf([high, low])} value={place}>
            {`${place + 1}: ${personName(high)} over ${low + 1}, ${verdictLooks[states[place] ?? "unseen"].label.toLowerCase()}`}
          </option>
        ))}
      </select>
    </div>
  );
}

function Flags({
  pairs,
  states,
  onGoTo,
}: {
  pairs: readonly Pair[];
  states: readonly VerdictState[];
  onGoTo: (index: number) => void;
}) {
  const flagged = pairs
    .map((pair, place) => ({ pair, place }))
    .filter(({ place }) => states[place] === "unfair");
  if (flagged.length === 0) return <p className="mt-2 text-ink-2">None so far.</p>;
  return (
    <ul className="mt-1 max-h-80 overflow-y-auto">
      {flagged.map(({ pair, place }) => (
        <li key={place} className="border-t border-hair first:border-t-0">
          <button
            type="button"
            onClick={() => onGoTo(place)}
            className="flex min-h-9 w-full items-center justify-between gap-3 text-left"
          >
            <span className="text-accent underline underline-offset-3 hover:text-accent-hover">
              {pairName(...pair)}
            </span>
            <span className="text-xs text-ink-3">pair {place + 1}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
