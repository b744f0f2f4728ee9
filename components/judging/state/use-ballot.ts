"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  nextUnseen,
  type Pair,
  type PairKey,
  pairKeyOf,
  toleranceOf,
  type Verdict,
  type Verdicts,
  type VerdictWord,
  verdictOn,
  wordOf,
} from "#components/judging/ballots/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { VerdictChange } from "./announcements.ts";
import { queueWalk, type Walk, type WalkedRound } from "./navigation.ts";
import type { JudgingRoom } from "./use-judging.ts";
import type { View } from "./use-view.ts";
import { verdictTimes } from "./verdict-times.ts";

export type Ballot = ReturnType<typeof useBallot>;

/** The last verdict, until the auditor moves elsewhere: for the bar that offers to undo it. */
export type LastGiven = { readonly key: PairKey; readonly word: VerdictWord | null };

/**
 * State of the ballot: the current pair, the same in every view, and all actions on it.
 *
 * @param view decides where a verdict, "next" and "previous" lead
 * @param say announces a change to screen readers
 * @param walks navigation of the views other than the queue
 * @param words sentences to announce; undefined without a connection
 */
export function useBallot(
  room: JudgingRoom,
  view: View,
  {
    say,
    walks,
    words,
  }: {
    say: (sentence: string) => void;
    walks: () => Promise<OtherWalks | undefined>;
    words: () => Promise<Announcements | undefined>;
  },
) {
  const { judging, place, pairs, given, store } = room;
  const { docketCount } = judging;
  const { verdicts } = given;
  const [index, setIndex] = useState(() => firstUnseen(judging, store.getInitial().verdicts));
  const [last, setLast] = useState<LastGiven | null>(null);
  const arrivedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another pair comes into view
  useEffect(() => {
    arrivedAt.current = performance.now();
  }, [index]);
  const { people } = judging;
  const { isVeiled, lift } = useBlindReview(judging);
  const round = { pairs, people, docketCount, isVeiled };
  const walk = useWalk(view, walks, round);
  // Only now is it known what this device has stored.
  useEffect(
    () => setIndex(firstUnseen({ pairs, docketCount }, store.getSnapshot().verdicts)),
    [pairs, docketCount, store],
  );

  /** Announces a sentence once the sentences are loaded. Its verdicts are those of now. */
  function tell(sentence: (words: Announcements, verdicts: Verdicts) => string) {
    const now = store.getSnapshot().verdicts;
    void words().then((loaded) => loaded && say(sentence(loaded, now)));
  }

  const whereIn = (words: Announcements, place: number, now: Verdicts) =>
    walk.where?.(place, now) ?? words.whereInQueue(round, place, now);

  function goTo(next: number | undefined) {
    if (next === undefined) return;
    setIndex(next);
    setLast(null);
    tell((words, now) => whereIn(words, next, now));
  }

  /** Gives a verdict, or withdraws it if it is the same. Points given with another verdict are removed. */
  function give(word: VerdictWord) {
    const pair = pairs[index];
    if (pair === undefined) return;
    if (wordOf(verdicts, pair) === word) return change(null, { kind: "withdrawn" });
    const losesPoints = toleranceOf(verdicts, pair) !== undefined;
    change(verdictOn(pair, word), { kind: "given", word, losesPoints });
  }

  /** Sets how many points would still be acceptable, or none, with the verdict that goes with it. */
  function tolerate(points: number | undefined, word: VerdictWord) {
    const pair = pairs[index];
    if (pair !== undefined) change(verdictOn(pair, word, points), { kind: "points", points, word });
  }

  function change(verdict: Verdict | null, what: VerdictChange) {
    const pair = pairs[index];
    if (pair === undefined) return;
    const key = pairKeyOf(pair);
    lift(key);
    const hadVerdict = verdicts.has(key);
    store.give(key, verdict);
    setLast({ key, word: verdict?.[2] ?? null });
    verdictTimes(place).note(key, performance.now() - arrivedAt.current);
    const now = store.getSnapshot();
    const next = verdict === null ? undefined : walk.after(index, now.verdicts, hadVerdict);
    if (next !== undefined) setIndex(next);
    tell((words, now) => {
      const done = words.changeInWords(what, index, round, now);
      return next === undefined ? done : `${done} ${whereIn(words, next, now)}`;
    });
  }

  function goBackTo(key: PairKey | undefined, isRedo: boolean) {
    if (key === undefined) return;
    const place = pairs.findIndex((pair) => pairKeyOf(pair) === key);
    if (place >= 0) setIndex(place);
    setLast(null);
    tell((words, now) => `${words.undoneInWords(isRedo)}. ${whereIn(words, place, now)}`);
  }

  function showChances() {
    const pair = pairs[index];
    if (pair === undefined) return;
    lift(pairKeyOf(pair));
    tell((words, now) => words.pairInWords(round, index, now));
  }

  const present = pairs[index];
  const isLookedAtFirst = view === "queue" && present !== undefined && isVeiled(present, verdicts);
  const unseen = nextUnseen(pairs, verdicts, index, docketCount);
  const mayChange = judging.round.takesVerdicts;
  const going = (to: number | undefined) => (to === undefined || to === index ? undefined : () => goTo(to));
  return {
    index,
    last,
    /** Goes to a pair and announces it. */
    goTo,
    /** Goes to a pair without announcing it: a screen reader reads what has the focus. */
    moveTo: (next: number) => {
      setIndex(next);
      setLast(null);
    },
    give: mayChange && !isLookedAtFirst ? give : undefined,
    /** Available if the study asks for points, wherever {@link give} is. */
    tolerate: judging.presentation.tolerance && mayChange && !isLookedAtFirst ? tolerate : undefined,
    /** Returns whether this view still hides the chances of a pair and everything that would reveal them. */
    isVeiled: (pair: Pair) => view === "queue" && isVeiled(pair, verdicts),
    /** Shows the chances of the current pair, if the study shows two people before their chances. */
    showChances: isLookedAtFirst ? showChances : undefined,
    actions: {
      previous: going(walk.previous(index)),
      next: going(walk.next(index)),
      nextUnseen: going(unseen),
      undo: given.canUndo && mayChange ? () => goBackTo(store.undo(), false) : undefined,
      redo: given.canRedo && mayChange ? () => goBackTo(store.redo(), true) : undefined,
    },
  };
}

type OtherWalks = typeof import("./other-navigation.ts");
type Announcements = typeof import("./announcements.ts");

/** Returns the navigation of the view; that of the queue until it is loaded. */
function useWalk(
  view: View,
  walks: () => Promise<OtherWalks | undefined>,
  { pairs, people, docketCount, isVeiled }: WalkedRound,
): Walk {
  const [others, setOthers] = useState<OtherWalks>();
  useEffect(() => {
    if (view !== "queue" && others === undefined) void walks().then(setOthers);
  }, [view, others, walks]);
  return useMemo(() => {
    const round = { pairs, people, docketCount, isVeiled };
    if (view === "queue" || others === undefined) return queueWalk(round);
    return view === "against" ? others.againstWalk(round) : others.gridWalk(round);
  }, [view, others, pairs, people, docketCount, isVeiled]);
}

function firstUnseen({ pairs, docketCount }: Pick<Judging, "pairs" | "docketCount">, verdicts: Verdicts) {
  return nextUnseen(pairs, verdicts, -1, docketCount) ?? 0;
}

/**
 * Determines which pairs are first shown without chances. In a study with this setting these are the pairs without a
 * verdict, until their chances were requested on this page. Nothing of it is stored.
 */
function useBlindReview({ presentation, round }: Pick<Judging, "presentation" | "round">) {
  const isAsked = presentation.lookFirst && round.takesVerdicts;
  const [lifted, setLifted] = useState<ReadonlySet<PairKey>>(new Set());
  const isVeiled = useCallback(
    (pair: Pair, verdicts: Verdicts) =>
      isAsked && !verdicts.has(pairKeyOf(pair)) && !lifted.has(pairKeyOf(pair)),
    [isAsked, lifted],
  );
  const lift = useCallback((key: PairKey) => setLifted((before) => new Set(before).add(key)), []);
  return { isVeiled, lift };
}
