"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type OwnRemark, type Remark, remarkStorage } from "#components/judging/ballots/remarks-on-device.ts";
import { saveFailureOf } from "#components/judging/ballots/save-failure.ts";
import { type Pair, type PairKey, pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { placeKey } from "#components/judging/ballots/verdicts-on-device.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { deviceItems } from "#components/ui/browser-storage.ts";
import type { JudgingRoom } from "./use-judging.ts";

type Given = OwnRemark & { readonly studyId: string; readonly round: number; readonly seat: string };

const nothing: Remark = { note: "", reasons: [], again: null };

/** Rounds whose stored remarks were sent again since the page loaded. */
const sentAgain = new Set<string>();

/**
 * The auditor's remarks on pairs. Each is stored on the device first and shown at once; they are sent one after the
 * other and stay stored until the server has them.
 */
export function useRemarks({ judging, place, pairs }: Pick<JudgingRoom, "judging" | "place" | "pairs">) {
  const { ballots } = useTRPC();
  const client = useQueryClient();
  const { studyId, round } = place;
  const { seat } = judging;
  const { takesVerdicts } = judging.round;
  const kept = useMemo(() => remarkStorage(place, deviceItems()), [place]);
  const options = ballots.remarks.queryOptions(
    { studyId, round },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
  );
  const { data } = useQuery(options);
  const { mutate } = useMutation(
    ballots.remark.mutationOptions({
      gcTime: Number.POSITIVE_INFINITY,
      scope: { id: "remarks" },
      retry: 1,
      onSuccess: (_, given) => kept.release(given),
      onError: (error, given) => {
        // A retry would not help.
        if (saveFailureOf(refusalOf(error)).isFinal) kept.release(given);
      },
    }),
  );
  const sent = useMutationState({
    filters: { mutationKey: ballots.remark.mutationKey() },
    select: ({ state }) => ({
      given: state.variables as Given,
      isUnsaved: state.status === "error" || state.isPaused,
    }),
  });
  const isHere = data !== undefined;
  useEffect(() => {
    if (!isHere || !takesVerdicts || sentAgain.has(placeKey(place))) return;
    sentAgain.add(placeKey(place));
    for (const remark of kept.load(pairs)) {
      client.setQueryData(options.queryKey, (before) => before && withRemark(before, remark));
      mutate({ studyId, round, seat, ...remark });
    }
  });
  const own = new Map(data?.own.map((remark) => [pairKeyOf([remark.high, remark.low]), remark]));
  const changed = (pair: Pair, part: Partial<Remark>): OwnRemark => {
    const { note, reasons, again } = { ...nothing, ...own.get(pairKeyOf(pair)), ...part };
    return { note, reasons, again, high: pair[0], low: pair[1] };
  };
  return {
    /** Whether the server's remarks are loaded: before that none can be added. */
    isHere,
    of: (pair: Pair): Remark => own.get(pairKeyOf(pair)) ?? nothing,
    /** Stores a remark on the device while it is still being written. */
    keep: (pair: Pair, part: Partial<Remark>) => kept.keep(changed(pair, part)),
    change: (pair: Pair, part: Partial<Remark>) => {
      const next = changed(pair, part);
      kept.keep(next);
      client.setQueryData(options.queryKey, (before) => before && withRemark(before, next));
      mutate({ studyId, round, seat, ...next });
    },
    /** Remarks that the server does not have yet. */
    unsaved: lastOfEach(
      sent.filter(({ given }) => given.studyId === studyId && given.round === round),
    ).flatMap(({ given, isUnsaved }) => (isUnsaved ? [given] : [])),
    send: (given: Given) => mutate(given),
  };
}

function withRemark<Remarks extends { own: OwnRemark[] }>(before: Remarks, next: OwnRemark): Remarks {
  const others = before.own.filter(({ high, low }) => high !== next.high || low !== next.low);
  return { ...before, own: [...others, next] };
}

function lastOfEach<Sent extends { given: Given }>(sent: readonly Sent[]): Sent[] {
  return [
    ...new Map(
      sent.map((one): [PairKey, Sent] => [pairKeyOf([one.given.high, one.given.low]), one]),
    ).values(),
  ];
}
