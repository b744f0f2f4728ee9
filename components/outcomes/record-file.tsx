"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { ProgressBar } from "#components/files/progress-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import { correctedCount } from "./outcomes-preview.tsx";
import type { OutcomesDesk } from "./use-outcomes-file.ts";

type Recording = Outputs["outcomes"]["recording"];
type Result = Extract<Recording, { state: "done" }>["result"];

const pollMs = 500;

/** Confirms the preview, and says how far the recording is and what it did; also when the page was loaded again. */
export function RecordFile({
  studyId,
  desk: { file, check, isChecking, reload, discard },
}: {
  studyId: string;
  desk: OutcomesDesk;
}) {
  const trpc = useTRPC();
  const progress = useQuery({
    ...trpc.outcomes.recording.queryOptions({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? pollMs : false),
  });
  const start = useMutation(
    trpc.outcomes.recordFile.mutationOptions({ onSettled: () => progress.refetch() }),
  );
  const [isOurs, setOurs] = useState(false);
  const state = progress.data?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "running" && state !== "running") void reload();
    before.current = state;
  }, [state, reload]);
  const plan = check?.data ?? null;
  const count = plan === null ? 0 : plan.newCount + correctedCount(plan);
  const isRunning = start.isPending || state === "running";
  const record = async () => {
    if (file === null || plan === null) return;
    setOurs(true);
    await start.mutateAsync({ studyId, fileId: file.jobId, plan: plan.hash }).catch(() => undefined);
    await reload();
  };
  if (file === null && state !== "done" && !isRunning) return null;
  return (
    <Section title="Record" note="Each outcome is an entry of the log.">
      <div className="grid justify-items-start gap-4">
        {file !== null && (
          <div className="flex flex-wrap gap-2">
            <Button look="act" disabled={count === 0 || isRunning || isChecking} onClick={record}>
              {isRunning ? "Recording" : count === 0 ? "Nothing to record" : `Record ${outcomes(count)}`}
            </Button>
            <Button disabled={isRunning} onClick={discard}>
              Remove this file
            </Button>
          </div>
        )}
        {progress.data?.state === "running" && <ProgressBar {...progress.data} what="outcomes recorded" />}
        {start.error && <Notice tone="bad" live title={refusalOf(start.error).message} />}
        {progress.data?.state === "failed" && file !== null && (
          <Notice tone="bad" live title="It was cut off.">
            {progress.data.message} {progress.data.done.toLocaleString("en-GB")} of{" "}
            {progress.data.total.toLocaleString("en-GB")} had their turn and stay recorded. The preview shows
            the rest: go on with it.
          </Notice>
        )}
        {progress.data?.state === "done" && (isOurs || file === null) && (
          <Done result={progress.data.result} />
        )}
      </div>
    </Section>
  );
}

function Done({ result }: { result: Result }) {
  const { newCount, correctedCount: corrected, presentCount, changedCount, refusedCount } = result;
  const parts = [
    `${grouped(newCount)} new, ${grouped(corrected)} corrected.`,
    presentCount > 0 && `${grouped(presentCount)} stood there already when their turn came.`,
    changedCount > 0 &&
      `${grouped(changedCount)} were left alone, because somebody recorded something else meanwhile.`,
    refusedCount > 0 && `${grouped(refusedCount)} ${refusedCount === 1 ? "row was" : "rows were"} refused.`,
  ];
  return (
    <Notice tone="good" live title="The last file is recorded.">
      {parts.filter(Boolean).join(" ")}
    </Notice>
  );
}

function outcomes(count: number): string {
  return `${grouped(count)} ${count === 1 ? "outcome" : "outcomes"}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}
