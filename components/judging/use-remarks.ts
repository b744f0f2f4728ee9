"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#components/api/provider.tsx";
import { keyOf, type Pair, type PairKey } from "#components/ballots/verdicts.ts";
import type { Outputs } from "#server/api/outputs.ts";
import type { JudgingRoom } from "./use-judging.ts";

type Own = Outputs["ballots"]["remarks"]["own"][number];
type Given = Own & { readonly studyId: string; readonly round: number; readonly seat: string };
export type Remark = Pick<Own, "note" | "reasons" | "again">;

const nothing: Remark = { note: "", reasons: [], again: null };

/**
 * What this auditor says of pairs beside the verdicts: shown at once, sent one after the other, and what could not be
 * saved stays on the page until it is.
 */
export function useRemarks({ judging, place }: Pick<JudgingRoom, "judging" | "place">) {
  const { ballots } = useTRPC();
  const client = useQueryClient();
  const where = { studyId: place.studyId, round: place.round };
  const options = ballots.remarks.queryOptions(where, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { data } = useQuery(options);
  const { mutate } = useMutation(
    ballots.remark.mutationOptions({ gcTime: Number.POSITIVE_INFINITY, scope: { id: "remarks" }, retry: 1 }),
  );
  const sent = useMutationState({
    filters: { mutationKey: ballots.remark.mutationKey() },
    select: ({ state }) => ({
      given: state.variables as Given,
      isUnsaved: state.status === "error" || state.isPaused,
    }),
  });
  const own = new Map(data?.own.map((remark) => [keyOf([remark.high, remark.low]), remark]));
  return {
    /** undefined until the server has told them: before that nothing can be said. */
    isHere: data !== undefined,
    of: (pair: Pair): Remark => own.get(keyOf(pair)) ?? nothing,
    change: (pair: Pair, part: Partial<Remark>) => {
      const [high, low] = pair;
      const next = { ...nothing, ...own.get(keyOf(pair)), ...part, high, low };
      client.setQueryData(options.queryKey, (before) => before && withRemark(before, next));
      mutate({ ...where, seat: judging.seat, ...next });
    },
    /** What the server does not have yet. */
    unsaved: lastOfEach(
      sent.filter(({ given }) => given.studyId === place.studyId && given.round === place.round),
    ).flatMap(({ given, isUnsaved }) => (isUnsaved ? [given] : [])),
    send: (given: Given) => mutate(given),
  };
}

function withRemark<Remarks extends { own: Own[] }>(before: Remarks, next: Own): Remarks {
  const others = before.own.filter(({ high, low }) => high !== next.high || low !== next.low);
  return { ...before, own: [...others, next] };
}

function lastOfEach<Sent extends { given: Given }>(sent: readonly Sent[]): Sent[] {
  return [
    ...new Map(sent.map((one): [PairKey, Sent] => [keyOf([one.given.high, one.given.low]), one])).values(),
  ];
}
