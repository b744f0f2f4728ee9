"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#components/api/provider.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import type { OutcomesChoices } from "#server/schemas/outcomes-file.ts";

type View = Outputs["outcomes"]["file"];

/** The file that waits, what was decided about it, and what recording it would do. */
export function useOutcomesFile(studyId: string, initial: View) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const view = useQuery({ ...trpc.outcomes.file.queryOptions({ studyId }), initialData: initial });
  const file = view.data.file;
  const check = useQuery({
    ...trpc.outcomes.checkFile.queryOptions({ studyId }),
    enabled: file !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  async function reload() {
    const checks = trpc.outcomes.checkFile.queryFilter({ studyId });
    const { data } = await view.refetch();
    if (data?.file == null) queries.removeQueries(checks);
    else await queries.invalidateQueries(checks);
  }
  const choose = useMutation(trpc.outcomes.chooseFile.mutationOptions({ onSettled: reload }));
  const discard = useMutation(trpc.outcomes.discardFile.mutationOptions({ onSettled: reload }));
  const choices = (choose.isPending ? choose.variables?.choices : undefined) ?? file?.choices ?? null;
  return {
    file,
    identifiers: view.data.identifiers,
    /** As chosen last, whether the server has it already or not. */
    choices,
    change: (part: Partial<OutcomesChoices>) => {
      if (file !== null && choices !== null) {
        choose.mutate({ studyId, fileId: file.jobId, choices: { ...choices, ...part } });
      }
    },
    discard: () => discard.mutate({ studyId }),
    isBusy: choose.isPending,
    error: choose.error ?? discard.error ?? null,
    /** What was compared last stays on the page while it is worked out anew. */
    check: file === null ? undefined : check,
    isChecking: choose.isPending || check.isFetching,
    reload,
  };
}

export type OutcomesDesk = ReturnType<typeof useOutcomesFile>;
