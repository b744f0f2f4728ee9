"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { pollMs, RunControls } from "#components/setup/rehearsal/run-controls.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { AskAgain } from "#components/ui/ask-again.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/panelRehearsal.ts";
import { roundsBeforePanelRehearsal } from "#server/simulation/rehearsal/strictness.ts";

// Most visits show none. Without `loading` the section would wait for them.
const Results = dynamic(async () => (await import("./next-rounds-results.tsx")).NextRoundsResults, {
  loading: () => <Skeleton className="h-40" />,
});

/** Simulation of a study's next rounds with a panel that is fitted to its own verdicts. */
export function NextRounds({ studyId, closedCount }: { studyId: string; closedCount: number }) {
  return (
    <section className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-4 border-t-2 border-rule pt-5">
      <h2>{t.title()}</h2>
      {closedCount < roundsBeforePanelRehearsal ? (
        <p className="text-ink-2">{t.tooEarly({ count: roundsBeforePanelRehearsal })}</p>
      ) : (
        <Stage studyId={studyId} />
      )}
    </section>
  );
}

function Stage({ studyId }: { studyId: string }) {
  const trpc = useTRPC().results.panelRehearsal;
  const read = useQuery({
    ...trpc.read.queryOptions({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.progress ? pollMs : false),
  });
  const after = { onSettled: () => read.refetch() };
  const start = useMutation(trpc.start.mutationOptions(after));
  const cancel = useMutation(trpc.cancel.mutationOptions(after));
  const error = start.error ?? cancel.error ?? read.error;
  const { progress = null, failure = null, result = null } = read.data ?? {};
  return (
    <>
      <RunControls
        progress={progress}
        label={t.begin({ isAgain: result !== null })}
        canBegin={read.data !== undefined}
        isBusy={start.isPending || cancel.isPending}
        begin={() => start.mutate({ studyId })}
        cancel={() => cancel.mutate({ studyId })}
      />
      {error && <AskAgain refusal={refusalOf(error).message} onAsk={() => void read.refetch()} />}
      {failure && <Notice tone="bad" live title={failure} />}
      {result && <Results result={result} />}
    </>
  );
}
