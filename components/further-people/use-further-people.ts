"use client";

import { useTRPCClient } from "#components/api/provider.tsx";
import { useWaitingFile } from "#components/files/use-waiting-file.ts";
import type { Outputs } from "#server/api/outputs.ts";

export function useFurtherPeople(studyId: string, initial: Outputs["people"]["file"]["read"]) {
  return useWaitingFile({ studyId, kind: "further-people" }, useTRPCClient().people.file, initial);
}

export type FurtherPeople = ReturnType<typeof useFurtherPeople>;
