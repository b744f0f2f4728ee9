import { toleranceInWords } from "#components/judging/ballots/tolerance-words.ts";
import {
  countVerdicts,
  pairKeyOf,
  type Verdict,
  type Verdicts,
  type VerdictWord,
} from "#components/judging/ballots/verdicts.ts";
import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import { inNoOrder, pairName } from "#components/rounds/people/pair-words.ts";
import * as common from "#messages/common.ts";
import * as t from "#messages/judgingParts.ts";
import { pairTitle } from "./docket.ts";
import type { WalkedRound } from "./navigation.ts";

/** What happened to a verdict. */
export type VerdictChange =
  | { readonly kind: "given"; readonly word: VerdictWord; readonly losesPoints: boolean }
  | { readonly kind: "points"; readonly points: number | undefined; readonly word: VerdictWord }
  | { readonly kind: "withdrawn" };

/** Describes a change and what is left: "Flagged as unfair. Person 1 over Person 2. 1 flag, 11 left." */
export function changeInWords(
  change: VerdictChange,
  place: number,
  { pairs, docketCount }: WalkedRound,
  verdicts: Verdicts,
): string {
  const { unfair: flags } = countVerdicts(pairs, verdicts);
  const { unseen } = countVerdicts(pairs.slice(0, docketCount), verdicts);
  const left = t.left({ flags, unseen, isAll: docketCount === pairs.length });
  const [high = 0, low = 0] = pairs[place] ?? [];
  return `${saidOf(change)}. ${pairName(high, low)}. ${left}.`;
}

function saidOf(change: VerdictChange): string {
  if (change.kind === "withdrawn") return t.takenBack();
  const word = change.word === "unfair" ? t.flaggedAs() : common.verdict({ state: change.word });
  if (change.kind === "given") return change.losesPoints ? t.pointsTakenAway({ said: word }) : word;
  return `${change.points === undefined ? t.noPoints() : t.upToPoints({ count: change.points })}. ${word}`;
}

export function undoneInWords(isRedo: boolean): string {
  return isRedo ? t.redone() : t.undone();
}

/**
 * Describes the position in the queue. While chances are hidden, the order of the names does not reveal who has the
 * better one.
 */
export function whereInQueue(round: WalkedRound, place: number, verdicts: Verdicts): string {
  const pair = round.pairs[place];
  const isHidden = pair !== undefined && round.isVeiled(pair, verdicts);
  const words = isHidden
    ? t.chancesHidden({ pair: inNoOrder(...pair) })
    : pairInWords(round, place, verdicts);
  return `${pairTitle(round, place)}: ${words}`;
}

/** Describes both people, their chances and the verdict. */
export function pairInWords(
  { pairs, people }: Pick<WalkedRound, "pairs" | "people">,
  place: number,
  verdicts: Verdicts,
): string {
  const pair = pairs[place];
  if (pair === undefined) return "";
  const [high = "", low = ""] = pair.map((position) => chanceFigure(people[position]?.chance ?? "0").words);
  const verdict = verdictInWords(verdicts.get(pairKeyOf(pair)));
  return t.pairPosition({ pair: pairName(...pair), high, low, verdict });
}

/** Describes a verdict, such as "Unfair, up to 20 points acceptable". */
export function verdictInWords([, , word, tolerance]: Partial<Verdict> = []): string {
  const label = common.verdict({ state: word ?? "unseen" });
  return tolerance === undefined ? label : `${label}, ${toleranceInWords([tolerance])}`;
}
