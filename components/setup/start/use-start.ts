"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useDraft } from "../draft-context.tsx";

/**
 * The starting picture as the server computes it from what is saved: asked for again after each save, and given up when a
 * newer one is wanted.
 */
export function useStart() {
  const { studyId, saveState } = useDraft();
  return useQuery({
    ...useTRPC().drafts.start.queryOptions({ studyId }, { trpc: { abortOnUnmount: true } }),
    enabled: saveState.kind === "saved",
    retry: false,
  });
}
