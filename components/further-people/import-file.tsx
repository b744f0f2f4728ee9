"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { ProgressBar } from "#components/files/progress-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { FurtherDesk } from "./use-further-people.ts";

const pollMs = 500;

/** Confirms the preview, and says how far the import is and what it did; also when the page was loaded again. */
export function ImportFile({
  studyId,
  desk: { file, check, isChecking, reload, discard },
}: {
  studyId: string;
  desk: FurtherDesk;
}) {
  const trpc = useTRPC();
  const progress = useQuery({
    ...trpc.people.importing.queryOptions({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? pollMs : false),
  });
  const start = useMutation(trpc.people.importFile.mutationOptions({ onSettled: () => progress.refetch() }));
  const [isOurs, setOurs] = useState(false);
  const state = progress.data?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "running" && state !== "running") void reload();
    before.current = state;
  }, [state, reload]);
  const plan = check?.isError ? null : (check?.data ?? null);
  const isRunning = start.isPending || state === "running";
  const importAll = async () => {
    if (file === null || plan === null) return;
    setOurs(true);
    await start.mutateAsync({ studyId, fileId: file.jobId, plan: plan.hash }).catch(() => undefined);
    await reload();
  };
  if (file === null && state !== "done" && !isRunning) return null;
  return (
    <Section title="Import" note="All of them together are one entry of the log.">
      <div className="grid justify-items-start gap-4">
        {file !== null && (
          <div className="flex flex-wrap gap-2">
            <Button
              look="act"
              disabled={plan?.isReady !== true || isRunning || isChecking}
              onClick={importAll}
            >
              {isRunning
                ? "Importing"
                : plan?.isReady
                  ? `Import ${people(plan.count)}`
                  : "Import: something is missing above"}
            </Button>
            <Button disabled={isRunning} onClick={discard}>
              Remove this file
            </Button>
          </div>
        )}
        {progress.data?.state === "running" && <ProgressBar {...progress.data} what="people stored" />}
        {start.error && <Notice tone="bad" live title={refusalOf(start.error).message} />}
        {progress.data?.state === "failed" && file !== null && (
          <Notice tone="bad" live title="Nobody was imported, and nothing was left behind.">
            {progress.data.message} Import the file again.
          </Notice>
        )}
        {progress.data?.state === "done" && (isOurs || file === null) && (
          <Notice tone="good" live title={`${people(progress.data.receipt.count)} were imported.`}>
            {progress.data.receipt.first} to {progress.data.receipt.last}, entry{" "}
            {progress.data.receipt.seq.toLocaleString("en-GB")} of the log. They wait for a round, after those
            who wait already. <Link href={`/studies/${studyId}`}>Go to the study</Link>
          </Notice>
        )}
      </div>
    </Section>
  );
}

function people(count: number): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? "person" : "people"}`;
}
