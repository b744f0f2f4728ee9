"use client";

import { useCallback, useState } from "react";
import { type Pair, type PairKey, pairKeyOf, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

/**
 * Determines which pairs are first shown without chances. In a study with this setting these are the pairs without a
 * verdict, until their chances were requested on this page. Nothing of it is stored.
 */
export function useBlindReview({ presentation, round }: Pick<Judging, "presentation" | "round">) {
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
