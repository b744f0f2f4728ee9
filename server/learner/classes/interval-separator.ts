import { checkHypothesis, checkPoint, type Separator } from "./class.ts";
import { cutRuleAt, type Ladder, type Ladders } from "./ladders.ts";

/**
 * One context for each interval of each column: a person with a cell there and all other cells missing. A column has
 * one interval more than cuts. Without any cut there is one context, a person with only missing cells.
 */
export function intervalSeparator(ladders: Ladders): Separator {
  const size = Math.max(1, ladders.intervalCount);
  const ladderAt = (point: number) => ladders.columns.findLast(({ offset }) => offset <= point);
  return {
    size,
    at(hypothesis, point) {
      checkHypothesis(hypothesis, ladders.size);
      checkPoint(point, size);
      if (hypothesis < 2) return hypothesis === 1 ? 1 : 0;
      const { stretch, index, isAbove } = cutRuleAt(ladders, hypothesis);
      const ladder = ladderAt(point) as Ladder;
      if (ladder.position !== stretch.position) return 0;
      const isLow = point - ladder.offset <= stretch.first + index;
      return isLow === isAbove ? 0 : 1;
    },
    point(point) {
      checkPoint(point, size);
      const ladder = ladderAt(point);
      if (ladder === undefined) return "all cells missing";
      const interval = point - ladder.offset;
      const low = interval === 0 ? "" : `${textAt(ladder, interval - 1)} < `;
      const high = interval === ladder.count ? "" : ` <= ${textAt(ladder, interval)}`;
      return `${low}${ladder.column}${high}`;
    },
  };
}

function textAt({ stretches }: Ladder, rank: number): string {
  const stretch = stretches.findLast(({ first }) => first <= rank);
  return stretch?.text(rank - stretch.first) ?? "";
}
