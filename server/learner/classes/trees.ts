import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Features, Predicate } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { bindPredicates } from "./answers.ts";
import { checkWidth } from "./cells.ts";
import { checkHypothesis, checkPoint, type HypothesisClass, type Unlisted } from "./class.ts";
import { packAnswers } from "./patterns.ts";
import { plainWords, type RuleWords } from "./rule-words.ts";
import { smallSubsets } from "./small-subsets.ts";
import { decide, listDecisions, type Tree, type TreeNumbers, treeNumbers } from "./tree-numbers.ts";

/**
 * Decision trees of at most `depth` questions on any path. They are too many to list, so a rule is identified by a
 * number that encodes how the tree is written (tree-numbers.ts). A function that several trees compute is one rule;
 * FTPL names it by the lowest of its numbers. A column in bins is one `at-most` predicate for each of its cuts.
 *
 * Separator: the answer vectors with at most `depth` answers yes. A tree is the sum of its accepting paths, each a
 * product of at most `depth` answers (a, or 1 - a). So the difference of two trees is a polynomial of the answers,
 * linear in each, of degree at most `depth`. If it is not 0, take the smallest set S of answers whose product has a
 * coefficient. On the vector that says yes to S alone, every other product of the polynomial is 0, and the trees differ
 * by that coefficient.
 * s = 1 + n + C(n, 2), for depth 3 + C(n, 3).
 *
 * @param predicates [n], n from 0 to LIMITS.treePredicates, no two alike
 * @param depth 2 or 3
 * @throws LearnerError "class-too-large"; "range"; "not-a-decimal"; "unknown-kind" on an unknown test; from `bits` and
 *   `patterns` "class-unlisted" beyond LIMITS.enumeratedRules trees
 * Cost: O(n²) to build, O(depth) for each rule and person.  Source: NOTATION row "trees" (Remark 4.7).
 */
export function trees(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  depth: 2 | 3,
  say: RuleWords = plainWords,
): HypothesisClass {
  const { count: n, holds, words } = bindTree(columns, predicates, depth, say);
  const numbers = treeNumbers(n, depth);
  const contexts = smallSubsets(n, depth);
  const size = numbers.count;
  const known = cachedTrees(numbers);
  const answersOf = (individual: Features): boolean[] => {
    checkWidth(individual, columns.length);
    return Array.from({ length: n }, (_, b) => holds(b, individual));
  };
  const bits = (individual: Features) => {
    if (size > LIMITS.enumeratedRules) {
      throw new LearnerError(
        "class-unlisted",
        `${size} decision trees, of which at most ${LIMITS.enumeratedRules} are listed: only FTPL does without a list`,
      );
    }
    return listDecisions(answersOf(individual), depth);
  };
  const unlisted: Unlisted = {
    view: (individual) => answersOf(individual).map(Number).join(""),
  };
  return {
    size,
    constants: { none: 0, all: 1 },
    bits,
    patterns: (people) => packAnswers(people.map(bits)),
    evaluate(hypothesis, individual) {
      checkHypothesis(hypothesis, size);
      checkWidth(individual, columns.length);
      return decide(known(hypothesis), (split) => holds(split, individual));
    },
    sentence(hypothesis) {
      checkHypothesis(hypothesis, size);
      return treeSentence(numbers.treeOf(hypothesis), words, say);
    },
    separator: {
      size: contexts.count,
      at(hypothesis, point) {
        checkHypothesis(hypothesis, size);
        checkPoint(point, contexts.count);
        const yes = contexts.members(point);
        return decide(known(hypothesis), (split) => yes.includes(split));
      },
      point(point) {
        checkPoint(point, contexts.count);
        const yes = contexts.members(point);
        return Array.from({ length: n }, (_, b) => (yes.includes(b) ? 1 : 0)).join("");
      },
    },
    ...(size > LIMITS.enumeratedRules && { unlisted }),
  };
}

/**
 * Binds the questions of a class of trees.
 *
 * @throws LearnerError "class-too-large"; "range" on the depth too; "not-a-decimal"; "unknown-kind"
 */
export function bindTree(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  depth: 2 | 3,
  say?: RuleWords,
): ReturnType<typeof bindPredicates> {
  if (!LIMITS.treeDepths.includes(depth)) {
    throw new LearnerError("range", `trees of depth ${depth}, not of ${LIMITS.treeDepths.join(" or ")}`);
  }
  return bindPredicates(columns, predicates, LIMITS.treePredicates, say);
}

/**
 * The size of the cache of trees: larger than the number of rules that are evaluated for one person after another,
 * those that an opening of FTPL draws.
 */
const MOST_KNOWN = 4_096;

/** Caches trees, because few rules are evaluated for many people, in any order. */
function cachedTrees(numbers: TreeNumbers): (hypothesis: number) => Tree {
  const known = new Map<number, Tree>();
  return (hypothesis) => {
    const tree = known.get(hypothesis) ?? numbers.treeOf(hypothesis);
    // Stryker disable next-line EqualityOperator: only decides how many trees are cached
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(hypothesis, tree);
    return tree;
  };
}

/** Words a tree as the paths that end in "accept", from the root, "yes" before "no". */
function treeSentence(tree: Tree, words: readonly string[], say: RuleWords): string {
  if (typeof tree === "number") return tree === 0 ? say.none : say.all;
  return say.acceptInWays(acceptingWays(tree, words, say));
}

function acceptingWays(tree: Tree, words: readonly string[], say: RuleWords): string[][] {
  if (typeof tree === "number") return tree === 1 ? [[]] : [];
  const word = words[tree.split] as string;
  return [
    ...acceptingWays(tree.yes, words, say).map((way) => [word, ...way]),
    ...acceptingWays(tree.no, words, say).map((way) => [say.not(word), ...way]),
  ];
}
