"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#components/api/provider.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import type { FurtherChoices } from "#server/schemas/further-people.ts";

/** The file that waits, what was decided about it, and what importing it would do. */
export function useFurtherPeople(studyId: string, initial: Outputs["people"]["file"]) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const view = useQuery({ ...trpc.people.file.queryOptions({ studyId }), initialData: initial });
  const { file, columns, identifiers } = view.data;
  const check = useQuery({
    ...trpc.people.checkFile.queryOptions({ studyId }),
    enabled: file !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  async function reload() {
    const checks = trpc.people.checkFile.queryFilter({ studyId });
    const { data } = await view.refetch();
    if (data?.file == null) queries.removeQueries(checks);
    else await queries.invalidateQueries(checks);
  }
  const choose = useMutation(trpc.people.chooseFile.mutationOptions({ onSettled: reload }));
  const discard = useMutation(trpc.people.discardFile.mutationOptions({ onSettled: reload }));
  const choices = (choose.isPending ? choose.variables?.choices : undefined) ?? file?.choices ?? null;
  return {
    file,
    columns,
    identifiers,
    /** As chosen last, whether the server has it already or not. */
    choices,
    change: (part: Partial<FurtherChoices>) => {
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

export type FurtherDesk = ReturnType<typeof useFurtherPeople>;
