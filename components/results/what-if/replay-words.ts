import { formatCount, formatNumber } from "#server/format.ts";
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
  if (isListAside) {
    return `Not offered here: the ${formatNumber(ruleCount)} rules of this study lie in a list beside its record, and a replay in the browser goes without it. What would have been reported is counted above all the same.`;
  }
  const work = drawn === null ? ruleCount * people : drawn.rules * drawn.looks * rounds;
  if (work <= most) return null;
  const why =
    drawn === null
      ? `${formatNumber(ruleCount)} rules would each be asked about ${formatNumber(people)} people`
      : `each of ${formatCount(rounds, "round")} draws ${formatNumber(drawn.rules)} rules, and each draw goes through ${formatNumber(drawn.looks)} sums`;
  return `Too large to replay here: ${why}. What would have been reported is counted above all the same.`;
}

/** Describes the cost of a replay before it starts. */
export function costInWords(
  { drawn, ruleCount }: Learner,
  { rounds, replays }: { rounds: number; replays: number },
): string {
  const times =
    replays === 1
      ? formatCount(rounds, "round")
      : `${formatNumber(replays)} times ${formatCount(rounds, "round")}`;
  if (drawn !== null) {
    return `This study learns by FTPL, which draws ${formatNumber(drawn.rules)} rules anew in each round: ${times} take ${formatNumber(drawn.rules * rounds * replays)} draws, minutes rather than seconds. It runs in this browser and can be stopped.`;
  }
  return `It goes through ${formatNumber(ruleCount)} rules in each of ${times}, in this browser, and can be stopped.`;
}

/** Explains why a replay is not an observation, and what it had to leave out. */
export function unknownInWords({ summary }: Replayed): string {
  if (summary === null) return "";
  const { askedCount, unjudgedCount, pickedCount, unknownCount, statedCount, turnedCount } = summary;
  const stated =
    statedCount === 0
      ? ""
      : ` For ${formatCount(statedCount, "answer")} a seat had said how far apart the chances may lie: that was held against the replayed ones, and turned ${formatNumber(turnedCount)}.`;
  return `Of ${formatCount(askedCount, "pair")} that could have been judged, nobody judged ${formatNumber(unjudgedCount)}: they count as unflagged. Of ${formatCount(pickedCount, "person", "people")} it would have picked, the study did not pick ${formatNumber(unknownCount)}: how it would have gone is unknown and left out.${stated}`;
}
