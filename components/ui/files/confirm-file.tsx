"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/files.ts";
import type { UploadKind } from "#server/schemas/uploads.ts";
import type { ConfirmedState } from "#server/studies/uploads/confirm-file.ts";
import { ProgressBar } from "./progress-bar.tsx";

type ConfirmableFile<Receipt> = {
  readonly place: { readonly studyId: string; readonly kind: UploadKind };
  readonly calls: ConfirmCalls<Receipt>;
  readonly view: { readonly file: { readonly id: string } | null };
  readonly plan: { readonly hash: string } | null | undefined;
  readonly isChecking: boolean;
  readonly discard: () => void;
  readonly reload: () => Promise<void>;
};

/** Button that confirms the preview, with the progress and the result. */
export function ConfirmFile<Receipt>({
  form: { place, calls, view, plan, isChecking, discard, reload },
  title,
  note,
  action,
  isReady,
  doing,
  counted,
  failed,
  done,
}: {
  form: ConfirmableFile<Receipt>;
  title: string;
  note: string;
  /** Label of the button: what it will do, or why it cannot. */
  action: string;
  isReady: boolean;
  /** Label while it is running. */
  doing: string;
  /** Unit that the progress counts. */
  counted: string;
  failed: (state: Extract<ConfirmedState<Receipt>, { state: "failed" }>) => ReactNode;
  done: (receipt: Receipt) => ReactNode;
}) {
  const { confirm, state, isRunning, error, isOurs } = useConfirmation(place, calls, reload);
  const { file } = view;
  if (file === null && state.state !== "done" && !isRunning) return null;
  return (
    <Section title={title} note={note}>
      <div className="grid justify-items-start gap-4">
        {file !== null && (
          <div className="flex flex-wrap gap-2">
            <Button
              look="act"
              disabled={!isReady || isRunning || isChecking}
              onClick={() => plan && void confirm(file.id, plan.hash)}
            >
              {isRunning ? doing : action}
            </Button>
            <Button disabled={isRunning} onClick={discard}>
              {t.removeFile()}
            </Button>
          </div>
        )}
        {state.state === "running" && <ProgressBar done={state.done} total={state.total} what={counted} />}
        <ErrorNotice error={error} />
        {state.state === "failed" && file !== null && failed(state)}
        {state.state === "done" && (isOurs || file === null) && done(state.receipt)}
      </div>
    </Section>
  );
}

const pollMs = 500;

type ConfirmCalls<Receipt> = {
  readonly confirmed: {
    readonly query: (input: { studyId: string }) => Promise<ConfirmedState<Receipt>>;
  };
  readonly confirm: { readonly mutate: (input: Confirmation) => Promise<void> };
};

type Confirmation = { studyId: string; fileId: string; plan: string };

/**
 * Progress of applying the confirmed file. It is polled while it runs, also after the page was reloaded meanwhile.
 *
 * @param after takes over the server's state once it ended
 */
function useConfirmation<Receipt>(
  { studyId, kind }: { studyId: string; kind: UploadKind },
  calls: ConfirmCalls<Receipt>,
  after: () => Promise<void>,
) {
  const [isOurs, setOurs] = useState(false);
  const progress = useQuery({
    queryKey: ["uploads", kind, studyId, "confirmed"],
    queryFn: () => calls.confirmed.query({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? pollMs : false),
  });
  const start = useMutation({
    mutationFn: (input: Confirmation) => calls.confirm.mutate(input),
    onSettled: () => progress.refetch(),
  });
  const state = progress.data?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "running" && state !== "running") void after();
    before.current = state;
  }, [state, after]);
  async function confirm(fileId: string, plan: string) {
    setOurs(true);
    await start.mutateAsync({ studyId, fileId, plan }).catch(() => undefined);
    await after();
  }
  return {
    confirm,
    state: progress.data ?? ({ state: "none" } as const),
    isRunning: start.isPending || state === "running",
    error: start.error,
    /** Whether it was confirmed on this page. */
    isOurs,
  };
}
