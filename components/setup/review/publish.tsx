"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ProgressBar } from "#components/ui/files/progress-bar.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setupReview.ts";
import { useDraft } from "../draft-context.tsx";
import { useCheck } from "../people/use-check.ts";

const pollMs = 400;

/** Button that publishes the study, with its progress, also after the page was reloaded meanwhile. */
export function Publish() {
  const { studyId, draft, missing, flush } = useDraft();
  const { check } = useCheck();
  const trpc = useTRPC();
  const [isAsked, setAsked] = useState(false);
  const progress = useQuery({
    ...trpc.drafts.publishing.queryOptions({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isAsked || data?.state === "running" ? pollMs : false),
  });
  const start = useMutation(trpc.drafts.publish.mutationOptions());
  const state = progress.data?.state;
  const isRunning = start.isPending || state === "running" || (isAsked && state !== "failed");

  useEffect(() => {
    // A full load: the layout of the draft has no tabs.
    if (state === "done") location.replace(`/studies/${studyId}/panel?published`);
    if (state === "failed") setAsked(false);
  }, [state, studyId]);

  async function publish() {
    const revision = await flush();
    if (revision === null) return;
    await start.mutateAsync({ studyId, revision }).then(
      async () => {
        await progress.refetch();
        setAsked(true);
      },
      () => undefined,
    );
  }

  const isReady = missing.length === 0 && check?.isReady === true;
  const refusal = start.error === null ? null : refusalOf(start.error);
  return (
    <div className="grid max-w-measure justify-items-start gap-4">
      <p>{t.publishText({ kind: draft.kind })}</p>
      <Button look="act" disabled={!isReady || isRunning} onClick={() => void publish()}>
        {isRunning ? t.publishing() : check?.isReady ? t.publishWith({ count: check.count }) : t.publish()}
      </Button>
      {!isReady && !isRunning && (
        <p className="text-sm text-ink-2">
          {t.notReady({ why: missing.length > 0 ? "missing" : check === null ? "checking" : "errors" })}
        </p>
      )}
      {isRunning && progress.data?.state === "running" && (
        <ProgressBar {...progress.data} what={t.peopleStored()} />
      )}
      {progress.data?.state === "failed" && !isRunning && (
        <Notice tone="bad" live title={t.failed()}>
          {progress.data.message}
        </Notice>
      )}
      {refusal && <Notice tone="bad" live title={refusal.message} />}
    </div>
  );
}
