import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass, SomeRules } from "#server/learner/classes/class.ts";
import { distinguishableRules } from "#server/learner/classes/distinguishable-rules.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { acceptedBy } from "#server/learner/policy/vector-sums.ts";

/** Groups of people for whom up to two rules of the class give the same answers. */
export type PeopleKinds = {
  /** The rules that distinguish the kinds; empty if no rule distinguishes two of the people. */
  readonly rules: readonly number[];
  readonly kinds: readonly {
    /** For each of `rules`, whether it picks them. */
    readonly answers: readonly boolean[];
    /** The numbers of the people in the kind. */
    readonly members: readonly number[];
  }[];
};

/**
 * Splits people into up to four kinds by the answers of two rules: the rule that splits them most evenly, and the one
 * that with it makes the four parts of which the smallest is largest. Parts are compared in whole tenths of the people.
 * Of equal rules the first in the catalogue is taken, where the simpler ones come first. So a kind depends only on the
 * people and the rules, not on the learner.
 *
 * Cost: two passes of O(people · N), or those of acceptedBy. For thresholds, N is the number of rules that distinguish
 * two of the people; for decision trees, the number of conditions.
 */
export function findKinds(input: {
  spec: Pick<LearnerSpec, "columns" | "hypotheses">;
  people: readonly Features[];
}): PeopleKinds {
  const { spec, people } = input;
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  const told = countedRules(rules, people);
  const first = mostEvenRule(told, people);
  const second = first === null ? null : bestPartner(told, people, (person) => rules.evaluate(first, person));
  const chosen = [first, second].filter((rule) => rule !== null);
  const answersOf = (person: Features) => chosen.map((rule) => rules.evaluate(rule, person) === 1);
  const groups = Map.groupBy(people.keys(), (index) => answersOf(people[index] as Features).join());
  const kinds = [...groups.values()].map((members) => ({
    answers: answersOf(people[members[0] as number] as Features),
    members,
  }));
  return { rules: chosen, kinds: kinds.sort(pickedFirst) };
}

type Kind = PeopleKinds["kinds"][number];

/** Sorts kinds: yes before no, the first rule before the second. */
function pickedFirst(a: Kind, b: Kind): number {
  const rank = ({ answers }: Kind) => answers.reduce((sum, yes) => 2 * sum + Number(!yes), 0);
  return rank(a) - rank(b);
}

/** Rules, with the number of people that each of them accepts. */
type CountedRules = Pick<SomeRules, "rule"> & { accepted(people: readonly Features[]): Float64Array };

function countedRules(rules: HypothesisClass, people: readonly Features[]): CountedRules {
  const told = distinguishableRules(rules, people);
  const isAll = told.size === rules.size;
  return {
    rule: told.rule,
    accepted: (some) => (isAll ? acceptedBy(rules, some) : acceptedCounts(told, some)),
  };
}

function mostEvenRule(rules: CountedRules, people: readonly Features[]): number | null {
  const counts = rules.accepted(people);
  return largest(rules, counts, people.length, (count) => Math.min(count, people.length - count));
}

function bestPartner(
  rules: CountedRules,
  people: readonly Features[],
  first: (person: Features) => 0 | 1,
): number | null {
  const accepted = people.filter((person) => first(person) === 1);
  const rejected = people.filter((person) => first(person) === 0);
  const [inFirst, inRest] = [rules.accepted(accepted), rules.accepted(rejected)];
  return largest(rules, inFirst, people.length, (count, index) => {
    const other = inRest[index] as number;
    return Math.min(count, accepted.length - count, other, rejected.length - other);
  });
}

/** Returns the first rule whose smallest part is largest, in whole tenths; null if none has people in each part. */
function largest(
  rules: CountedRules,
  counts: Float64Array,
  personCount: number,
  smallestPart: (count: number, index: number) => number,
): number | null {
  let [best, found]: [number, number | null] = [-1, null];
  for (let index = 0; index < counts.length; index += 1) {
    const part = smallestPart(counts[index] as number, index);
    const tenths = Math.floor((10 * part) / personCount);
    if (part > 0 && tenths > best) [best, found] = [tenths, rules.rule(index)];
  }
  return found;
}
