"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRounds } from "#components/results/what-if/use-rounds.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tick } from "#components/ui/choice.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/simulations.ts";
import { CompareFigure } from "./compare-figure.tsx";
import { CompareTable } from "./compare-table.tsx";
import { ErrorTable } from "./error-table.tsx";
import { liveLine, runLines } from "./lines.ts";
import { type RunMeasure, type RunsPageState, type RunView, runMeasures } from "./page-state.ts";
import { measureTitle } from "./run-words.ts";

/** Selected runs in one chart with their numbers next to it, and the study itself if requested. */
export function Compare({
  studyId,
  runs,
  isPlayed,
  state,
  change,
}: {
  studyId: string;
  runs: readonly RunView[];
  /** Whether the study is published: only then can it have rounds of its own. */
  isPlayed: boolean;
  state: RunsPageState;
  change: (part: Partial<RunsPageState>) => void;
}) {
  const { compared, measure, isLog, hasBounds } = state;
  const isLive = isPlayed && state.isLive;
  const live = useRounds(studyId, isLive);
  const { data, error } = useQuery({
    ...useTRPC().simulations.compare.queryOptions({ studyId, ids: [...compared] }),
    enabled: compared.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorNotice error={error} />;
  const isLoading = (compared.length > 0 && data === undefined) || (isLive && live.data === undefined);
  const ticked = (data ?? []).filter(({ id }) => compared.includes(id));
  const ofRuns = runLines(ticked, measure);
  const without = ticked.filter(({ id }) => ofRuns.every((line) => line.id !== id));
  const own = isLive && live.data ? liveLine(live.data.rounds, measure) : null;
  const lines = own === null ? ofRuns : [...ofRuns, own];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="sr-only">{t.whatIsDrawn()}</legend>
          {runMeasures.map((each) => (
            <Tick
              key={each}
              type="radio"
              name="measure"
              className="text-sm"
              checked={measure === each}
              onChange={() => change({ measure: each })}
            >
              {measureTitle(each)}
            </Tick>
          ))}
        </fieldset>
        {(["isLog", "hasBounds", ...(isPlayed ? (["isLive"] as const) : [])] as const).map((name) => (
          <Tick
            key={name}
            className="text-sm"
            checked={state[name]}
            onChange={({ target }) => change({ [name]: target.checked })}
          >
            {{ isLog: t.logScales, hasBounds: t.showBounds, isLive: t.liveName }[name]()}
          </Tick>
        ))}
        <Button small look="ghost" onClick={() => change({ compared: [] })}>
          {t.compareNone()}
        </Button>
      </div>
      {live.refusal !== null && <Notice tone="bad" live title={live.refusal} />}
      {isLoading && live.refusal === null ? (
        <Skeleton className="h-80 w-full" />
      ) : lines.length === 0 ? (
        <p className="text-ink-2">
          {emptyWords({ ticked: ticked.length, asked: compared.length, isLive, measure })}
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <CompareFigure {...{ lines, measure, isLog, hasBounds }} />
          <CompareTable lines={lines} without={without.map(({ name }) => name)} measure={measure} />
          <ErrorTable
            runs={ofRuns.flatMap(({ id, look }) =>
              runs.flatMap((run) => (run.id === id ? { ...run, head: look.letter } : [])),
            )}
          />
        </div>
      )}
    </div>
  );
}

function emptyWords({
  ticked,
  asked,
  isLive,
  measure,
}: {
  ticked: number;
  asked: number;
  isLive: boolean;
  measure: RunMeasure;
}): string {
  if (measure === "lagrangian" && (ticked > 0 || isLive)) return t.noLagrangian();
  if (ticked > 0) return t.rehearsalOnly();
  if (isLive) return t.liveEarly();
  return asked === 0 ? t.tickRun() : t.runsGone();
}
