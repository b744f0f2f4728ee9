"use client";

import { useEffect, useState } from "react";
import { chanceFigure } from "#components/ballots/chance-words.ts";
import { counted, pairName } from "#components/ballots/pair-words.ts";
import { verdictLooks } from "#components/ballots/verdict-look.tsx";
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

export type Queue = ReturnType<typeof useQueue>;

/** Where one is among the pairs, and everything that can be done there. `say` reads a change out. */
export function useQueue({ judging, pairs, given, store }: JudgingRoom, say: (sentence: string) => void) {
  const { verdicts } = given;
  const [index, setIndex] = useState(() => nextUnseen(pairs, store.getInitial().verdicts, -1) ?? 0);
  // Only now is it known what this device has kept.
  useEffect(() => setIndex(nextUnseen(pairs, store.getSnapshot().verdicts, -1) ?? 0), [pairs, store]);

  function goTo(next: number) {
    setIndex(next);
    say(whereInWords(judging, store.getSnapshot().verdicts, next));
  }

  function give(word: VerdictWord) {
    const pair = pairs[index];
    if (pair === undefined) return;
    const before = verdicts.get(keyOf(pair));
    store.give(keyOf(pair), before === word ? null : word);
    const now = store.getSnapshot().verdicts;
    const next = before === undefined ? nextUnseen(pairs, now, index) : undefined;
    const done = `${before === word ? "Taken back" : saidOf(word)}. ${pairName(...pair)}. ${leftInWords(judging, now)}.`;
    if (next === undefined) return say(done);
    setIndex(next);
    say(`${done} ${whereInWords(judging, now, next)}`);
  }

  function goBackTo(key: PairKey | undefined, what: string) {
    if (key === undefined) return;
    const place = pairs.findIndex((pair) => keyOf(pair) === key);
    if (place >= 0) setIndex(place);
    say(`${what}. ${whereInWords(judging, store.getSnapshot().verdicts, place)}`);
  }

  const unseen = nextUnseen(pairs, verdicts, index);
  const mayChange = judging.round.takesVerdicts;
  return {
    index,
    goTo,
    give,
    actions: {
      previous: index > 0 ? () => goTo(index - 1) : undefined,
      next: index < pairs.length - 1 ? () => goTo(index + 1) : undefined,
      nextUnseen: unseen === undefined || unseen === index ? undefined : () => goTo(unseen),
      undo: given.canUndo && mayChange ? () => goBackTo(store.undo(), "Undone") : undefined,
      redo: given.canRedo && mayChange ? () => goBackTo(store.redo(), "Done again") : undefined,
    },
  };
}

function saidOf(word: VerdictWord): string {
  return word === "unfair" ? "Flagged as unfair" : verdictLooks[word].label;
}

function leftInWords({ pairs }: Judging, verdicts: Verdicts): string {
  const { unfair, unseen } = countVerdicts(pairs, verdicts);
  return `${counted(unfair, "flag")}, ${unseen === 0 ? "every pair looked at" : `${unseen} left`}`;
}

function whereInWords({ pairs, people }: Judging, verdicts: Verdicts, index: number): string {
  const pair = pairs[index];
  if (pair === undefined) return "";
  const [high, low] = pair.map((position) => chanceFigure(people[position]?.chance ?? "0").words);
  const state = verdictLooks[verdicts.get(keyOf(pair)) ?? "unseen"].label;
  return `Pair ${index + 1} of ${pairs.length}: ${pairName(...pair)}, ${high} against ${low} in 100. ${state}.`;
}
