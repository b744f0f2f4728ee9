import * as t from "#messages/whatIf.ts";
import type { WhatIfView } from "#server/results/what-if/read-what-if.ts";
import type { Replayed } from "./messages.ts";

/**
 * Most operations that one replay may take (rules applied to people, or sums read by draws): some minutes in a
 * browser.
 */
const most = 100_000_000_000;

type Learner = NonNullable<WhatIfView["learner"]>;

/**
 * Explains why a study cannot be replayed in a browser; null if it can. `people` counts those of all rounds, each as
 * often as they took part.
 */
export function notReplayed(
  { ruleCount, isListAside, drawn }: Pick<Learner, "ruleCount" | "isListAside" | "drawn">,
  { rounds, people }: { rounds: number; people: number },
): string | null {
  if (isListAside) return t.listAside({ rules: ruleCount });
  const work = drawn === null ? ruleCount * people : drawn.rules * drawn.looks * rounds;
  if (work <= most) return null;
  return drawn === null
    ? t.tooLargeRules({ rules: ruleCount, people })
    : t.tooLargeDraws({ ...drawn, rounds });
}

/** Describes the cost of a replay before it starts. */
export function costInWords({ drawn, ruleCount }: Learner, rounds: number): string {
  if (drawn === null) return t.costRules({ rules: ruleCount, rounds });
  return t.costDraws({ rules: drawn.rules, rounds, draws: drawn.rules * rounds });
}

/** Explains why a replay is not an observation, and what it had to leave out. */
export function unknownInWords({ summary }: Replayed): string {
  if (summary === null) return "";
  const { askedCount, unjudgedCount, pickedCount, unknownCount, statedCount, turnedCount } = summary;
  const unknown = t.replayUnknown({
    asked: askedCount,
    unjudged: unjudgedCount,
    picked: pickedCount,
    unknown: unknownCount,
  });
  return statedCount === 0
    ? unknown
    : `${unknown} ${t.replayStated({ count: statedCount, turned: turnedCount })}`;
}
