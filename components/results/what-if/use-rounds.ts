"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { type PreparedRounds, prepareRounds } from "#server/analysis/what-if/redecide.ts";

export type LoadedRounds = { readonly rounds: readonly WhatIfRound[]; readonly prepared: PreparedRounds };

/** Loads the closed rounds of a study with their verdicts, in parts. They do not change while the page is open. */
export function useRounds(studyId: string, isAsked = true) {
  const client = useTRPCClient();
  const [done, setDone] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ["explored-rounds", studyId],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<LoadedRounds> => {
      const rounds: WhatIfRound[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const part: { rounds: readonly WhatIfRound[]; next: number | null } =
          await client.whatIf.rounds.query({ studyId, after }, { signal });
        rounds.push(...part.rounds);
        setDone(rounds.length);
        after = part.next;
      }
      return { rounds, prepared: prepareRounds(rounds) };
    },
  });
  return { data, done, refetch, refusal: error === null ? null : refusalOf(error).message };
}
