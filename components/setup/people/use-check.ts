"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useDraft } from "../draft-context.tsx";

/** Returns what an import would do with the current choices. The last answer stays while the next one is computed. */
export function useCheck() {
  const { studyId, reading } = useDraft();
  const query = useQuery({
    ...useTRPC().drafts.check.queryOptions({ studyId }),
    enabled: reading !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { check: query.data ?? null, isChecking: query.isFetching, isFailed: query.isError };
}
