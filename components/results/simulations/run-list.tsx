"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { RunProgress } from "#components/setup/rehearsal/run-controls.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/simulations.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { type RunsPageState, readState, runsSearch } from "./page-state.ts";

// A page without runs shows the form, and a page with runs lists and compares them.
// Without `loading` the whole page would wait for them.
const loading = () => <Skeleton className="h-40" />;
const Compare = dynamic(async () => (await import("./compare.tsx")).Compare, { loading });
const RunTable = dynamic(async () => (await import("./run-table.tsx")).RunTable, { loading });
const SimulateForm = dynamic(async () => (await import("./simulate-form.tsx")).SimulateForm, { loading });

const pollMs = 1_000;

type Props = {
  studyId: string;
  /** Whether the study is published, so that its own rounds can be compared. */
  isPlayed: boolean;
  initial: Outputs["simulations"]["read"];
};

/** All stored runs of a study, with controls to start, follow, search, compare and remove them. */
export function RunList({ studyId, isPlayed, initial }: Props) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.simulations.read.queryOptions({ studyId }),
    initialData: initial,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === "running") ? pollMs : false,
  });
  const { state, change } = useRunsPage();
  const { runs } = data;
  const running = runs.find((run) => run.state === "running");
  const renew = () => void refetch();
  const cancel = useMutation(trpc.simulations.cancel.mutationOptions({ onSettled: renew }));
  return (
    <>
      <Section title={t.simulate()} note={t.simulateNote({ minutes: runLimits.minutes })}>
        {running === undefined ? (
          <Fold label={t.begin()} isOpenAtFirst={runs.length === 0} isLazy>
            <SimulateForm studyId={studyId} onBegun={renew} />
          </Fold>
        ) : (
          <>
            <ErrorNotice error={cancel.error} />
            <RunProgress
              name={running.name}
              progress={running.progress ?? { done: 0, total: 0 }}
              isBusy={cancel.isPending}
              cancel={() => cancel.mutate({ studyId })}
            />
          </>
        )}
      </Section>
      <Section
        title={t.kept()}
        note={t.keptNote({ docs: (text) => <Link href="/docs/simulations">{text}</Link> })}
      >
        {error && (
          <Notice tone="bad" live title={refusalOf(error).message} className="mb-4">
            {t.outdated()}
          </Notice>
        )}
        <RemovedRuns studyId={studyId} removed={data.removed} onBroughtBack={renew} />
        {runs.length === 0 ? (
          <p className="max-w-measure text-ink-2">{t.nothingKept()}</p>
        ) : (
          <RunTable studyId={studyId} runs={runs} state={state} change={change} onChanged={renew} />
        )}
      </Section>
      {runs.length > 0 && (
        <Section title={t.compare()} note={t.compareNote({ most: runLimits.compared })}>
          <Compare studyId={studyId} runs={runs} isPlayed={isPlayed} state={state} change={change} />
        </Section>
      )}
    </>
  );
}

/** Recently removed runs, each with a button that restores it. */
function RemovedRuns({
  studyId,
  removed,
  onBroughtBack,
}: {
  studyId: string;
  removed: Outputs["simulations"]["read"]["removed"];
  onBroughtBack: () => void;
}) {
  const bringBack = useMutation(
    useTRPC().simulations.bringBack.mutationOptions({ onSettled: onBroughtBack }),
  );
  return (
    <div className="grid gap-3 [&:not(:empty)]:mb-4">
      <ErrorNotice error={bringBack.error} />
      {removed.length > 0 && (
        <Notice live title={t.removedRuns({ count: removed.length, minutes: runLimits.undo })}>
          <ul className="mt-2 grid gap-2">
            {removed.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span className="min-w-0 break-words">{name}</span>
                <Button
                  small
                  aria-label={t.bringBackNamed({ name })}
                  busy={bringBack.isPending && bringBack.variables.id === id}
                  onClick={() => bringBack.mutate({ studyId, id })}
                >
                  {t.bringBack()}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/**
 * State of the runs page, read from its address at first and written back to it. Kept in React state too, since a
 * checkbox cannot wait for the address.
 */
function useRunsPage(): { state: RunsPageState; change: (part: Partial<RunsPageState>) => void } {
  const search = useSearchParams();
  const [state, setState] = useState(() => readState(search));
  return {
    state,
    change: (part) => {
      const next = { ...state, ...part };
      setState(next);
      const { pathname, search: now } = window.location;
      window.history.replaceState(null, "", `${pathname}${runsSearch(now, next)}`);
    },
  };
}
