"use client";

import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { useWaitingFile } from "#components/ui/files/use-waiting-file.ts";
import type { Outputs } from "#server/http/outputs.ts";

export function useFurtherPeople(studyId: string, initial: Outputs["people"]["file"]["read"]) {
  return useWaitingFile({ studyId, kind: "further-people" }, useTRPCClient().people.file, initial);
}

export type FurtherPeople = ReturnType<typeof useFurtherPeople>;
