import type { Attributes, LoggedLottery, PanelQuota } from "#server/audit-log/panel-schemas.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { subsetCount } from "#server/learner/numeric/subsets.ts";
import { exactGaps } from "#server/learner/panel/eligibility.ts";
import { collectFlags, type FlaggedPair, type Pair } from "#server/learner/panel/pairs.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";

/**
 * How a round's panel is chosen from the pool. The first two are a study's own (`selectPanel`, with the round's noise
 * seed as its lot). The others are adversaries: they see π^t and what each member would say of the round's people, and
 * choose the panel after that. The draw is not known to them.
 *
 *   most-reports   a panel by which most ordered pairs are reported; of several, the first in lexicographic order
 *   widest-report  a panel that reports the widest gap that any panel can report: the members who flag that pair, lowest
 *                  number first, then the others; of equal gaps, the pair of the lowest positions
 */
export const simulatedSelections = ["by-lot", "rotation", "most-reports", "widest-report"] as const;

export type SimulatedSelection =
  | {
      readonly how: (typeof simulatedSelections)[number];
      /** m: number of members on a panel. */
      readonly size: number;
    }
  | SimulatedLottery;

/** A stratified lot with the lottery that draws its panels, as a study's log has it. */
export type SimulatedLottery = {
  readonly how: "stratified";
  readonly size: number;
  readonly quotas: readonly PanelQuota[];
  /** By member. */
  readonly attributes: readonly Attributes[];
  readonly lottery: LoggedLottery;
};

/** The most panels that `most-reports` compares in a round. */
const MOST_PANELS = 20_000;

/** Returns whether the panel is chosen after the policy is seen. */
export function isAdversarial({ how }: SimulatedSelection): boolean {
  return how === "most-reports" || how === "widest-report";
}

/**
 * Checks that panels can be chosen from a pool.
 *
 * @param memberCount M
 * @param rule of the panel's decision; it binds the seats of a panel, so it cannot name members of a pool
 * @throws LearnerError "range" if a panel has more members than the pool, or if `most-reports` would compare more than
 *   MOST_PANELS; "auditor-unknown" for a rule that names auditors; as bindPanelRule
 */
export function checkSelection(
  { how, size }: SimulatedSelection,
  memberCount: number,
  rule: PanelRule,
): void {
  if (!Number.isInteger(size) || size < 1 || size > memberCount) {
    throw new LearnerError("range", `a panel of ${size} from a pool of ${memberCount}`);
  }
  const panels = subsetCount(memberCount, size);
  if (how === "most-reports" && panels > MOST_PANELS) {
    throw new LearnerError(
      "range",
      `${size} of ${memberCount} members make ${panels} panels, more than the ${MOST_PANELS} that most-reports compares`,
    );
  }
  // Only rules that count flags are the same for every panel.
  if (bindPanelRule(rule, size).namesAuditors) {
    throw new LearnerError(
      "auditor-unknown",
      "the rule names auditors, and the panel changes from round to round",
    );
  }
}

/** What an adversary sees of a round. */
export type JudgedPool = {
  /** What each member of the pool would flag: [M] */
  readonly flags: readonly (readonly Pair[])[];
  readonly chances: readonly string[];
  readonly alpha: string;
  /** Whether so many flags make a violation. */
  readonly rule: PanelRule;
};

/**
 * Chooses the panel that is worst for the policy, as SimulatedSelection says.
 *
 * @returns members, ascending: [size]
 * @throws LearnerError as collectFlags and bindPanelRule
 * Cost: O(k² + flags), and for `most-reports` O(panels · pairs) at most.
 */
export function panelAgainst(
  { how, size }: SimulatedSelection,
  { flags, chances, alpha, rule }: JudgedPool,
): readonly number[] {
  const gaps = exactGaps(chances)(alpha);
  const { decides } = bindPanelRule(rule, size);
  const needed = flagsNeeded(decides, size);
  const reportable = collectFlags(flags, chances.length, gaps).filter(
    ({ flagging }) => flagging.size >= needed,
  );
  if (how === "most-reports") return mostReporting(reportable, { members: flags.length, size, needed });
  const [first, ...others] = reportable;
  if (first === undefined) return firstMembers([], flags.length, size);
  const widest = others.reduce(
    (best, pair) => (gaps.gap(pair.high, pair.low) > gaps.gap(best.high, best.low) ? pair : best),
    first,
  );
  return firstMembers([...widest.flagging], flags.length, size);
}

/** Returns r: the least number of flags that makes a violation under a rule that names no auditor. */
function flagsNeeded(decides: ReturnType<typeof bindPanelRule>["decides"], size: number): number {
  const members = Array.from({ length: size }, (_, member) => member);
  return 1 + members.findIndex((last) => decides(new Set(members.slice(0, last + 1))));
}

/** Returns these members, lowest number first, filled up with the others to the size of a panel. */
function firstMembers(wanted: readonly number[], memberCount: number, size: number): number[] {
  const others = Array.from({ length: memberCount }, (_, member) => member).filter(
    (member) => !wanted.includes(member),
  );
  return [...wanted, ...others].slice(0, size).sort((a, b) => a - b);
}

/** Searches the panels in lexicographic order, without those that cannot report more than the best one so far. */
function mostReporting(
  pairs: readonly FlaggedPair[],
  { members, size, needed }: { members: number; size: number; needed: number },
): number[] {
  const flagged = Array.from({ length: members }, (_, member) =>
    pairs.flatMap(({ flagging }, pair) => (flagging.has(member) ? [pair] : [])),
  );
  // how many members from a number on flag a pair: [M + 1][pairs]
  const left = [new Int32Array(pairs.length)];
  for (const own of flagged.toReversed()) {
    const more = (left[0] as Int32Array).slice();
    for (const pair of own) more[pair] = (more[pair] as number) + 1;
    left.unshift(more);
  }
  const counts = new Int32Array(pairs.length);
  let best = firstMembers([], members, size);
  let most = -1;
  const reachable = (from: number, seats: number) =>
    counts.reduce((sum, count, pair) => {
      const more = Math.min(seats, left[from]?.[pair] ?? 0);
      return sum + (count + more >= needed ? 1 : 0);
    }, 0);
  const search = (chosen: readonly number[], from: number): void => {
    const seats = size - chosen.length;
    const reports = reachable(from, seats);
    if (reports <= most) return;
    if (seats === 0) {
      [best, most] = [[...chosen], reports];
      return;
    }
    for (let member = from; member <= members - seats; member++) {
      for (const pair of flagged[member] ?? []) counts[pair] = (counts[pair] as number) + 1;
      search([...chosen, member], member + 1);
      for (const pair of flagged[member] ?? []) counts[pair] = (counts[pair] as number) - 1;
    }
  };
  search([], 0);
  return best;
}
