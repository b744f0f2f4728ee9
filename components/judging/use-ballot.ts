"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { Place } from "#components/judging/ballots/verdict-storage.ts";
import {
  countVerdicts,
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
import { pairName } from "#components/rounds/people/pair-words.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judging.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { pairInWords, queueWalk, type Walk, type WalkedRound } from "./navigation.ts";
import { useBlindReview } from "./use-blind-review.ts";
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
 */
export function useBallot(
  room: JudgingRoom,
  place: Place,
  view: View,
  { say, walks }: { say: (sentence: string) => void; walks: () => Promise<OtherWalks | undefined> },
) {
  const { judging, pairs, given, store } = room;
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
  const walk = useWalk(view, walks, { pairs, people, docketCount, isVeiled });
  // Only now is it known what this device has stored.
  useEffect(
    () => setIndex(firstUnseen({ pairs, docketCount }, store.getSnapshot().verdicts)),
    [pairs, docketCount, store],
  );

  function goTo(next: number | undefined) {
    if (next === undefined) return;
    setIndex(next);
    setLast(null);
    say(walk.where(next, store.getSnapshot().verdicts));
  }

  /** Gives a verdict, or withdraws it if it is the same. Points given with another verdict are removed. */
  function give(word: VerdictWord) {
    const pair = pairs[index];
    if (pair === undefined) return;
    if (wordOf(verdicts, pair) === word) return change(null, t.takenBack());
    const isContradicted = toleranceOf(verdicts, pair) !== undefined;
    change(verdictOn(pair, word), isContradicted ? t.pointsTakenAway({ said: saidOf(word) }) : saidOf(word));
  }

  /** Sets how many points would still be acceptable, or none, with the verdict that goes with it. */
  function tolerate(points: number | undefined, word: VerdictWord) {
    const said = points === undefined ? t.noPoints() : t.upToPoints({ count: points });
    const pair = pairs[index];
    if (pair !== undefined) change(verdictOn(pair, word, points), `${said}. ${saidOf(word)}`);
  }

  function change(verdict: Verdict | null, said: string) {
    const pair = pairs[index];
    if (pair === undefined) return;
    const key = pairKeyOf(pair);
    lift(key);
    const isChange = verdicts.has(key);
    store.give(key, verdict);
    setLast({ key, word: verdict?.[2] ?? null });
    verdictTimes(place).note(key, performance.now() - arrivedAt.current);
    const now = store.getSnapshot();
    const next = verdict === null ? undefined : walk.after(index, now.verdicts, isChange);
    const done = `${said}. ${pairName(...pair)}. ${leftInWords(judging, now.verdicts)}.`;
    if (next === undefined) return say(done);
    setIndex(next);
    say(`${done} ${walk.where(next, now.verdicts)}`);
  }

  function goBackTo(key: PairKey | undefined, what: string) {
    if (key === undefined) return;
    const place = pairs.findIndex((pair) => pairKeyOf(pair) === key);
    if (place >= 0) setIndex(place);
    setLast(null);
    say(`${what}. ${walk.where(place, store.getSnapshot().verdicts)}`);
  }

  function showChances() {
    const pair = pairs[index];
    if (pair === undefined) return;
    lift(pairKeyOf(pair));
    say(pairInWords({ pairs, people }, index, verdicts));
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
      undo: given.canUndo && mayChange ? () => goBackTo(store.undo(), t.undone()) : undefined,
      redo: given.canRedo && mayChange ? () => goBackTo(store.redo(), t.redone()) : undefined,
    },
  };
}

type OtherWalks = typeof import("./other-navigation.ts");

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

function saidOf(word: VerdictWord): string {
  return word === "unfair" ? t.flaggedAs() : common.verdict({ state: word });
}

function leftInWords({ pairs, docketCount }: Judging, verdicts: Verdicts): string {
  const { unfair } = countVerdicts(pairs, verdicts);
  const { unseen } = countVerdicts(pairs.slice(0, docketCount), verdicts);
  return t.left({ flags: unfair, unseen, isAll: docketCount === pairs.length });
}
