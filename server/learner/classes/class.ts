import type { Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Answers } from "#server/learner/numeric/kernels/answers.ts";
import type { Ladders } from "./ladders.ts";

/**
 * A finite class H of rules. The order of its rules is part of the log's format, because a draw selects by it. Every
 * class holds both constant rules; the paper requires one.
 */
export type HypothesisClass = {
  /** N = |H| */
  readonly size: number;
  /** Positions of the two constant rules. */
  readonly constants: { readonly none: number; readonly all: number };
  /**
   * h(x) for every h: [N] of 0 and 1, in catalogue order.
   * @throws LearnerError "shape" if the row's length is not that of the columns; "not-a-decimal" on a number cell
   */
  bits(individual: Features): Uint8Array;
  /**
   * h(x) of up to eight people for every h, stored or as the tables that it is computed from. Must not be modified.
   * @throws LearnerError "shape" unless there are 1 to 8 people; else as `bits`
   */
  patterns(people: readonly Features[]): Answers;
  /** h(x) for one h. @throws LearnerError "range" if there is no such rule; else as `bits` */
  evaluate(hypothesis: number, individual: Features): 0 | 1;
  /** The rule in words. @throws LearnerError "range" */
  sentence(hypothesis: number): string;
  readonly separator: Separator;
  /** Only for thresholds: computes charges and chances without a number for every rule. */
  readonly ladders?: Ladders;
  /** Only for conjunctions, disjunctions and parities: computes totals without a number for every rule. */
  readonly vectors?: Vectors;
  /**
   * Present if the class has too many rules to evaluate each: `bits` and `patterns` then refuse with "class-unlisted".
   */
  readonly unlisted?: Unlisted;
};

/** Some rules of a class in ascending order, with their answers. */
export type SomeRules = {
  readonly size: number;
  /** [size] */
  readonly bits: HypothesisClass["bits"];
  /** The rule in the catalogue. @param index 0..size-1 */
  readonly rule: (index: number) => number;
};

/** What the rules see of people in a class with a rule 1 + S for each set S of n predicates. */
export type Vectors = {
  /** The number of vectors of n answers: 2^n. */
  readonly count: number;
  /** q, the answers of a person as bits. @throws LearnerError as `evaluate` */
  of(individual: Features): number;
  /**
   * How rule 1 + S, S not empty, decides on q. and: q holds every predicate of S; or: at least one; xor: an odd number.
   */
  readonly join: "and" | "or" | "xor";
};

/** Replaces the list of all rules in a class that is too large to list. */
export type Unlisted = {
  /**
   * All that rules see of a person: every rule treats people with the same text alike.
   * @throws LearnerError as `evaluate`
   */
  view(individual: Features): string;
};

/**
 * Contexts on which every two rules of a class differ somewhere (Definition 4.6). They are constructed: a context is
 * what the rules see of a person (answers to predicates, or to literals; a cell), in any combination, even one that no
 * person can have. FTPL adds its noise on them and uses them for nothing else [derived: its proof only uses that moving
 * the noise by δ towards h on every context gains h at least δ on every other rule].
 *
 * Source: NOTATION row "separator" (Def. 4.6, Remark 4.7).
 */
export type Separator = {
  /** s */
  readonly size: number;
  /** h on context number `point`. @throws LearnerError "range" */
  at(hypothesis: number, point: number): 0 | 1;
  /** The context as the catalogue's text writes it. @throws LearnerError "range" */
  point(point: number): string;
};

/** @throws LearnerError "range" if there is no rule with this number */
export function checkHypothesis(hypothesis: number, size: number): void {
  if (!Number.isInteger(hypothesis) || hypothesis < 0 || hypothesis >= size) {
    throw new LearnerError("range", `rule ${hypothesis} is not one of 0..${size - 1}`);
  }
}

/** @throws LearnerError "range" if the separator has no context with this number */
export function checkPoint(point: number, size: number): void {
  if (!Number.isInteger(point) || point < 0 || point >= size) {
    throw new LearnerError("range", `context ${point} is not one of 0..${size - 1}`);
  }
}
