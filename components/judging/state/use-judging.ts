"use client";

import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { type SaveFailure, saveFailureOf } from "#components/judging/ballots/save-failure.ts";
import { createVerdictStore, type VerdictStore } from "#components/judging/ballots/verdict-store.ts";
import { fromBallot, pairOf } from "#components/judging/ballots/verdicts.ts";
import { type Place, placeKey, verdictStorage } from "#components/judging/ballots/verdicts-on-device.ts";
import { findCopy } from "#components/judging/offline/kept-copy.ts";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { deviceItems } from "#components/ui/browser-storage.ts";
import { judgingAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

const ANSWER_LIMIT_MS = 15_000;
const REFRESH_MS = 30_000;

const seatReassigned = (): SaveFailure => ({
  reason: "somebody-else",
  message: t.otherSeat(),
  isFinal: false,
});

type Client = ReturnType<typeof useTRPCClient>;

/** One store for each round and account, for the life of the page: the back button finds its state unchanged. */
const stores = new Map<string, VerdictStore>();

/**
 * The round as last read from the server, and the verdicts as stored on this device.
 *
 * @param isDrawn resolves once the server-rendered part may be rendered again
 */
export function useJudging(initial: Judging, place: Place, isDrawn: () => Promise<void>) {
  const client = useTRPCClient();
  const [judging, setJudging] = useState(initial);
  /** Constant: people and chances are frozen when the round opens. What was shown first is what is sealed. */
  const [{ pairs, people, opening }] = useState(initial);
  const [problem, setProblem] = useState<SaveFailure | null>(null);
  const [readAt, setReadAt] = useState(() => copyOf(place)?.at ?? Date.now());
  const [store] = useState(() => storeFor(client, place, initial));
  const given = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getInitial);
  const { studyId, round } = place;

  const lookAgain = useCallback(async () => {
    const moment = store.moment();
    try {
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const fresh = await client.rounds.judging.query({ studyId, round }, { signal });
      if (fresh.seat !== initial.seat) return setProblem(seatReassigned());
      // The operator asks for tolerances only where there was no pair: then there is nothing on this page to lose.
      if (fresh.pairs.length !== pairs.length) return location.reload();
      store.accept(fromBallot(fresh.saved), fresh.savedAt, moment);
      if (fresh.round.takesVerdicts) store.resume();
      setJudging(fresh);
      setReadAt(Date.now());
      setProblem(null);
    } catch (error) {
      setProblem(saveFailureOf(refusalOf(error)));
    }
  }, [client, store, studyId, round, initial.seat, pairs.length]);

  useEffect(() => {
    let isGone = false;
    function look() {
      if (isGone) return;
      void store.flush();
      void lookAgain();
    }
    void isDrawn().then(look);
    const stop = onRefreshTime(look);
    return () => {
      isGone = true;
      stop();
    };
  }, [store, lookAgain, isDrawn]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (verdictStorage(place, pairs, deviceItems()).owns(event.key)) store.reload();
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [store, place, pairs]);

  const { takesVerdicts } = judging.round;
  const hasEnded = given.save.kind === "kept" && given.save.failure.reason === "ended";
  useEffect(() => {
    if (!takesVerdicts) store.end({ reason: "ended", message: t.roundHasEnded(), isFinal: true });
    // A refused verdict may be the first sign that the round ended: then read when it did.
    else if (hasEnded) void lookAgain();
  }, [takesVerdicts, hasEnded, store, lookAgain]);

  const isOffline = [problem, given.save.kind === "kept" && given.save.failure].some(
    (failure) => failure && failure.reason === "unreachable",
  );
  return {
    ...{ place, pairs, given, store, client, problem, lookAgain },
    judging: { ...judging, people, opening },
    /** Whether the server cannot be reached. */
    isOffline,
    /** When the round was last read from the server. */
    readAt,
  };
}

export type JudgingRoom = ReturnType<typeof useJudging>;

const copyOf = ({ studyId, round }: Place) => findCopy(judgingAddress(studyId, round));

function storeFor(client: Client, place: Place, initial: Judging): VerdictStore {
  const known = stores.get(placeKey(place));
  if (known !== undefined) return known;
  const { studyId, round } = place;
  const kept = copyOf(place)?.known;
  const store = createVerdictStore({
    base: fromBallot(initial.saved),
    savedAt: initial.savedAt,
    known: kept ? { ...kept, verdicts: fromBallot(kept.verdicts) } : undefined,
    storage: verdictStorage(place, initial.pairs, deviceItems()),
    send: (changes) => {
      const verdicts = [...changes.values()].filter((verdict) => verdict !== null);
      const withdrawn = [...changes].flatMap(([key, verdict]) => (verdict === null ? [pairOf(key)] : []));
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      return client.ballots.save.mutate(
        { studyId, round, seat: initial.seat, verdicts, withdrawn },
        { signal },
      );
    },
    classify: (error) => saveFailureOf(refusalOf(error)),
  });
  // Not on the server, where many users share one memory.
  if (typeof window !== "undefined") stores.set(placeKey(place), store);
  return store;
}

/** Calls `look` regularly while the page is visible, and at once when the user returns, or the network comes or goes. */
function onRefreshTime(look: () => void): () => void {
  const refreshIfVisible = () => document.visibilityState === "visible" && look();
  const timer = setInterval(refreshIfVisible, REFRESH_MS);
  addEventListener("online", look);
  addEventListener("offline", look);
  addEventListener("focus", look);
  addEventListener("pageshow", onPageShow);
  document.addEventListener("visibilitychange", refreshIfVisible);
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) look();
  }
  return () => {
    clearInterval(timer);
    removeEventListener("online", look);
    removeEventListener("offline", look);
    removeEventListener("focus", look);
    removeEventListener("pageshow", onPageShow);
    document.removeEventListener("visibilitychange", refreshIfVisible);
  };
}
