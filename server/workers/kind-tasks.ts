import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass, SomeRules } from "#server/learner/classes/class.ts";
import { toldApart } from "#server/learner/classes/distinguishable-rules.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { acceptedBy } from "#server/learner/policy/vector-sums.ts";
import { conditionsIn } from "#server/study/condition-words.ts";
import type { FieldWords } from "#server/study/words.ts";

/** People who answer at most two rules of the class alike. */
export type PeopleKinds = {
  /** The rules that tell the kinds apart, in words; none if no rule tells two of the people apart. */
  readonly rules: readonly string[];
  readonly kinds: readonly {
    /** By each of `rules`, whether it picks them. */
    readonly answers: readonly boolean[];
    /** Numbers of the people. */
    readonly members: readonly number[];
  }[];
};

/**
 * Splits people into up to four kinds by what two rules say of them: the rule that splits them most evenly, and the one that
 * with it makes the four parts of which the smallest is largest. Parts are compared by whole tenths of the people, and of
 * equal rules the first in the catalogue is taken, where the simpler ones stand. So a kind depends on the people and the
 * rules alone, not on what the learner does with them.
 *
 * Cost: two passes of O(people · N), or those of acceptedBy; of thresholds N is how many rules tell two of the people apart,
 * of decision trees how many conditions there are.
 */
export function findKinds(input: {
  spec: Pick<LearnerSpec, "columns" | "hypotheses">;
  fields: readonly FieldWords[];
  people: readonly Features[];
}): PeopleKinds {
  const { spec, people } = input;
  const rules = hypothesisClass(spec.columns, spec.hypotheses, conditionsIn(input.fields));
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
  return { rules: chosen.map((rule) => rules.sentence(rule)), kinds: kinds.sort(pickedFirst) };
}

type Kind = PeopleKinds["kinds"][number];

/** Yes before no, the first rule before the second. */
function pickedFirst(a: Kind, b: Kind): number {
  const rank = ({ answers }: Kind) => answers.reduce((sum, yes) => 2 * sum + Number(!yes), 0);
  return rank(a) - rank(b);
}

/** Rules, and how many of some people each of them accepts. */
type CountedRules = Pick<SomeRules, "rule"> & { accepted(people: readonly Features[]): Float64Array };

function countedRules(rules: HypothesisClass, people: readonly Features[]): CountedRules {
  const told = toldApart(rules, people);
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

/** The first rule whose smallest part is largest, in whole tenths; null if none has people in each part. */
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
