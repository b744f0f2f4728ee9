"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useDraft } from "../draft-context.tsx";
import { pollMs } from "./run-controls.tsx";

/** State and result of a rehearsal, with functions to start and cancel it. */
export function useRehearsal() {
  const { studyId, flush } = useDraft();
  const trpc = useTRPC().simulations;
  const { data, error, refetch } = useQuery({
    ...trpc.rehearsal.queryOptions({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.progress ? pollMs : false),
  });
  const settled = { onSettled: () => refetch() };
  const start = useMutation(trpc.rehearse.mutationOptions(settled));
  const cancel = useMutation(trpc.cancel.mutationOptions(settled));
  const failed = start.error ?? cancel.error ?? error;
  return {
    data,
    refusal: failed === null ? null : refusalOf(failed).message,
    isBusy: start.isPending || cancel.isPending,
    refetch,
    async begin() {
      const revision = await flush();
      if (revision !== null) start.mutate({ studyId, revision });
    },
    cancel: () => cancel.mutate({ studyId }),
  };
}
