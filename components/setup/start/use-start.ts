"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useDraft } from "../draft-context.tsx";

/**
 * Loads the starting picture, which the server computes from the saved draft. It is requested again after each save;
 * an outdated request is cancelled.
 */
export function useStart() {
  const { studyId, saveState } = useDraft();
  return useQuery({
    ...useTRPC().drafts.start.queryOptions({ studyId }, { trpc: { abortOnUnmount: true } }),
    enabled: saveState.kind === "saved",
    retry: false,
  });
}
