"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { UploadKind } from "#server/schemas/uploads.ts";
import type { ConfirmedState } from "#server/studies/uploads/confirm-file.ts";

const pollMs = 500;

export type ConfirmCalls<Receipt> = {
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
export function useConfirmation<Receipt>(
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
