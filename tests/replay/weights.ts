/** The weights of all rules, which determine chances and draws (docs/log-format.md, sections 4 and 5). */

import { fromFixedPoint } from "./decimal.ts";
import { type Located, locate } from "./draw.ts";
import { chanceOf, Sum } from "./exp2.ts";
import { TOLERANCE } from "./report.ts";
import type { Answers, Block, Rules } from "./rules.ts";

export interface Weights {
  chanceOf(answers: Answers): number;
  /** Finds the rule that a u picks. */
  locate(u: number): Located;
}

/** Weights with one number per rule. */
export function listedWeights(rules: Rules, weights: ArrayLike<number>): Weights {
  return { chanceOf: (answers) => chanceOf(rules, weights, answers), locate: (u) => locate(weights, u) };
}

/** One number for all rules of a test in a block. @param prior q_h, the same for all of them */
export function blockWeights(blocks: readonly Block[], eta: number, prior: readonly number[]): Weights {
  const q = (block: Block, test: number) => prior[block.rule + test] ?? 0;
  let least: bigint | null = null;
  for (const block of blocks) {
    for (const [test, loss] of block.losses.entries()) {
      if (q(block, test) > 0 && (least === null || loss < least)) least = loss;
    }
  }
  const sum = new Sum();
  const weighed = blocks.map((block) => {
    const weights = block.losses.map((loss, test) => {
      const exponent = -eta * fromFixedPoint(loss - (least ?? loss));
      return exponent < -708 ? 0 : q(block, test) * Math.exp(exponent);
    });
    const start = sum.value;
    const each = weights.reduce((all, weight) => all + weight, 0);
    sum.add(block.cuts * each);
    return { block, weights, each, start };
  });
  const total = sum.value;

  /** Where a rule's share of the line begins and ends. */
  const shareOf = (rule: number): { start: number; end: number } | null => {
    const found = weighed.findLast(({ block }) => block.rule <= rule);
    if (found === undefined) return null;
    const place = rule - found.block.rule;
    const tests = found.weights.length;
    if (place >= found.block.cuts * tests) return null;
    const before = found.weights.slice(0, place % tests).reduce((all, weight) => all + weight, 0);
    const start = found.start + Math.floor(place / tests) * found.each + before;
    return { start: start / total, end: (start + (found.weights[place % tests] ?? 0)) / total };
  };

  return {
    chanceOf(answers) {
      const accepting = new Sum();
      const refusing = new Sum();
      for (const { block, weights } of weighed) {
        for (const [test, accepted] of block.accepted(answers).entries()) {
          const weight = weights[test] ?? 0;
          accepting.add(accepted * weight);
          refusing.add((block.cuts - accepted) * weight);
        }
      }
      return accepting.value / (accepting.value + refusing.value);
    },
    locate(u) {
      const { block, weights, each, start } =
        weighed.findLast((one) => one.each > 0 && one.start <= u * total) ??
        weighed.find((one) => one.each > 0) ??
        nothing();
      const cut = Math.min(block.cuts - 1, Math.max(0, Math.floor((u * total - start) / each)));
      const isSecond = weights[1] !== undefined && u * total - start - cut * each >= (weights[0] ?? 0);
      const rule = block.rule + weights.length * cut + Number(isSecond);
      const share = shareOf(rule);
      return {
        rule,
        atBoundary: share !== null && [share.start, share.end].some((end) => Math.abs(u - end) <= TOLERANCE),
        mayBe(candidate) {
          const own = shareOf(candidate);
          return own !== null && u >= own.start - TOLERANCE && u < own.end + TOLERANCE;
        },
      };
    },
  };
}

function nothing(): never {
  throw new Error("no rule has any weight");
}
