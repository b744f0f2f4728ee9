import type { VerdictOrUnseen } from "#components/judging/ballots/verdict-look.tsx";
import type { Counts } from "#components/judging/ballots/verdicts.ts";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/judging.ts";

const strokes: Record<VerdictOrUnseen, string> = {
  unfair: "h-full bg-unfair",
  acceptable: "h-[62%] bg-acceptable",
  unsure: "h-[62%] border-[1.5px] border-dashed border-unsure",
  unseen: "h-[38%] border border-dotted border-unseen",
};

/** Progress as strokes, one for each pair: height and shape show the verdict, ink marks the current pair. */
export function TallyBar({
  states,
  counts,
  current,
}: {
  states: readonly VerdictOrUnseen[];
  counts: Counts;
  current?: number;
}) {
  const judged = states.length - counts.unseen;
  const marks = states.map((state, index) => ({ state, index }));
  return (
    <div
      role="img"
      aria-label={t.tally({ judged, count: states.length, counts: t.counts(counts) })}
      className="flex flex-wrap gap-x-[3px] gap-y-1.5"
    >
      {marks.map(({ state, index }) => (
        <i key={index} className={classNames("flex h-7 items-end", states.length > 40 ? "w-1.5" : "w-[9px]")}>
          <span
            className={classNames(
              "block w-full",
              strokes[state],
              index === current && "outline-2 outline-offset-1 outline-ink",
            )}
          />
        </i>
      ))}
    </div>
  );
}
