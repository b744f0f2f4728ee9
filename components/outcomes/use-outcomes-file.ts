"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/api/provider.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import type { OutcomesChoices } from "#server/schemas/outcomes-file.ts";

type View = Outputs["outcomes"]["file"];

/** The file that waits, what was decided about it, and what recording it would do. */
export function useOutcomesFile(studyId: string, initial: View) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  /** What was chosen last, until the server has it. */
  const [typed, setTyped] = useState<OutcomesChoices | null>(null);
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
  // One after another: the last choice must be the last to arrive.
  const scope = { id: `outcomes-file-${studyId}` };
  const choose = useMutation(trpc.outcomes.chooseFile.mutationOptions({ scope, onSettled: reload }));
  const discard = useMutation(trpc.outcomes.discardFile.mutationOptions({ onSettled: reload }));
  const choices = file === null ? null : (typed ?? file.choices);
  function change(part: Partial<OutcomesChoices>) {
    if (file === null || choices === null) return;
    const next = { ...choices, ...part };
    setTyped(next);
    const forget = () => setTyped((newest) => (newest === next ? null : newest));
    choose.mutateAsync({ studyId, fileId: file.jobId, choices: next }).then(forget, forget);
  }
  return {
    file,
    identifiers: view.data.identifiers,
    choices,
    change,
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
