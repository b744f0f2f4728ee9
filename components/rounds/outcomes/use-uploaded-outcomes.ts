"use client";

import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { useWaitingFile } from "#components/ui/files/use-waiting-file.ts";
import type { Outputs } from "#server/http/outputs.ts";

export function useUploadedOutcomes(studyId: string, initial: Outputs["outcomes"]["file"]["read"]) {
  return useWaitingFile({ studyId, kind: "outcomes" }, useTRPCClient().outcomes.file, initial);
}

export type UploadedOutcomes = ReturnType<typeof useUploadedOutcomes>;
