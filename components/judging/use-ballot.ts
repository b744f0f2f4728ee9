"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { counted, pairName } from "#components/ballots/pair-words.ts";
import { verdictLooks } from "#components/ballots/verdict-look.tsx";
import type { Place } from "#components/ballots/verdict-storage.ts";
import {
  countVerdicts,
  keyOf,
  nextUnseen,
  type PairKey,
  type Verdicts,
  type VerdictWord,
} from "#components/ballots/verdicts.ts";
import type { Judging } from "#server/services/judging/read-judging.ts";
import type { JudgingRoom } from "./use-judging.ts";
import { useVeil } from "./use-veil.ts";
import type { View } from "./use-view.ts";
import { verdictTimes } from "./verdict-times.ts";
import { pairInWords, walkOf } from "./walks.ts";

export type Ballot = ReturnType<typeof useBallot>;

/** What was done last, until one goes elsewhere: for the bar that offers to undo it. */
export type LastGiven = { readonly key: PairKey; readonly word: VerdictWord | null };

/**
 * Where one is among the pairs, the same in every view, and everything that can be done there.
 *
 * @param view decides where a verdict, "next" and "previous" lead
 * @param say reads a change out
 */
export function useBallot(room: JudgingRoom, place: Place, view: View, say: (sentence: string) => void) {
  const { judging, pairs, given, store } = room;
  const { docketCount } = judging;
  const { verdicts } = given;
  const [index, setIndex] = useState(() => firstUnseen(judging, store.getInitial().verdicts));
  const [last, setLast] = useState<LastGiven | null>(null);
  const arrivedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair is looked at from now on
  useEffect(() => {
    arrivedAt.current = performance.now();
  }, [index]);
  const { people } = judging;
  const { isVeiled, lift } = useVeil(judging);
  const walk = useMemo(
    () => walkOf(view, { pairs, people, docketCount, isVeiled }),
    [view, pairs, people, docketCount, isVeiled],
  );
  // Only now is it known what this device has kept.
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

  function give(word: VerdictWord) {
    const pair = pairs[index];
    if (pair === undefined) return;
    const key = keyOf(pair);
    lift(key);
    const before = verdicts.get(key);
    const isTakenBack = before === word;
    store.give(key, isTakenBack ? null : word);
    setLast({ key, word: isTakenBack ? null : word });
    verdictTimes(place).note(key, performance.now() - arrivedAt.current);
    const now = store.getSnapshot().verdicts;
    const next = isTakenBack ? undefined : walk.after(index, now, before !== undefined);
    const done = `${isTakenBack ? "Taken back" : saidOf(word)}. ${pairName(...pair)}. ${leftInWords(judging, now)}.`;
    if (next === undefined) return say(done);
    setIndex(next);
    say(`${done} ${walk.where(next, now)}`);
  }

  function goBackTo(key: PairKey | undefined, what: string) {
    if (key === undefined) return;
    const place = pairs.findIndex((pair) => keyOf(pair) === key);
    if (place >= 0) setIndex(place);
    setLast(null);
    say(`${what}. ${walk.where(place, store.getSnapshot().verdicts)}`);
  }

  function showChances() {
    const pair = pairs[index];
    if (pair === undefined) return;
    lift(keyOf(pair));
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
    /** Goes there and says where that is. */
    goTo,
    /** Goes there without a word: whoever listens hears what has the focus. */
    moveTo: (next: number) => {
      setIndex(next);
      setLast(null);
    },
    give: mayChange && !isLookedAtFirst ? give : undefined,
    /** Where the study shows two people before their chances: shows the chances of the present ones. */
    showChances: isLookedAtFirst ? showChances : undefined,
    actions: {
      previous: going(walk.previous(index)),
      next: going(walk.next(index)),
      nextUnseen: going(unseen),
      undo: given.canUndo && mayChange ? () => goBackTo(store.undo(), "Undone") : undefined,
      redo: given.canRedo && mayChange ? () => goBackTo(store.redo(), "Done again") : undefined,
    },
  };
}

function firstUnseen({ pairs, docketCount }: Pick<Judging, "pairs" | "docketCount">, verdicts: Verdicts) {
  return nextUnseen(pairs, verdicts, -1, docketCount) ?? 0;
}

function saidOf(word: VerdictWord): string {
  return word === "unfair" ? "Flagged as unfair" : verdictLooks[word].label;
}

function leftInWords({ pairs, docketCount }: Judging, verdicts: Verdicts): string {
  const { unfair } = countVerdicts(pairs, verdicts);
  const { unseen } = countVerdicts(pairs.slice(0, docketCount), verdicts);
  const whole = docketCount === pairs.length ? "every pair" : "the whole docket";
  return `${counted(unfair, "flag")}, ${unseen === 0 ? `${whole} looked at` : `${unseen} left`}`;
}
