"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CompareFigure } from "./compare-figure.tsx";
import { CompareTable } from "./compare-table.tsx";
import type { DeskState } from "./desk-state.ts";
import { linesOf } from "./lines.ts";

/** The ticked runs in one chart, with their numbers beside it. */
export function Compare({
  studyId,
  state,
  change,
}: {
  studyId: string;
  state: DeskState;
  change: (part: Partial<DeskState>) => void;
}) {
  const { compared, measure, isLog } = state;
  const { data, error } = useQuery({
    ...useTRPC().runs.compare.queryOptions({ studyId, ids: [...compared] }),
    enabled: compared.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  if (compared.length === 0) return <p className="text-ink-2">Tick a run in the table.</p>;
  if (error) return <Notice tone="bad" live title={refusalOf(error).message} />;
  if (data === undefined) return <Skeleton className="h-80 w-full" />;
  const ticked = data.filter(({ id }) => compared.includes(id));
  const lines = linesOf(ticked, measure);
  const without = ticked.filter(({ id }) => lines.every((line) => line.id !== id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">What is drawn</legend>
          {(["reports", "regret"] as const).map((each) => (
            <label key={each} className="flex min-h-9 items-center gap-2 text-sm">
              <input
                type="radio"
                name="measure"
                className="size-4 accent-accent"
                checked={measure === each}
                onChange={() => change({ measure: each })}
              />
              {each === "reports" ? "Rounds with a report" : "Error regret"}
            </label>
          ))}
        </fieldset>
        <label className="flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isLog}
            onChange={(event) => change({ isLog: event.target.checked })}
          />
          Both scales logarithmic, with slopes
        </label>
        <Button small look="ghost" onClick={() => change({ compared: [] })}>
          Compare none
        </Button>
      </div>
      {lines.length === 0 ? (
        <p className="text-ink-2">
          {ticked.length === 0
            ? "The runs of this address came to nothing, or were removed."
            : "A rehearsal does not measure error regret: nobody knows the best rule of your people."}
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
          <CompareFigure lines={lines} measure={measure} isLog={isLog} />
          <CompareTable lines={lines} without={without.map(({ name }) => name)} measure={measure} />
        </div>
      )}
    </div>
  );
}
