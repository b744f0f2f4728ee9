import type { Features } from "#server/learner/config/spec.ts";
import type { SimulatedAuditor, StudyDraft } from "#server/study/draft.ts";

/** Closed rounds from which on a panel is fitted to its verdicts. */
export const roundsBeforePanelRehearsal = 3;

/** How far apart people at opposite ends of all shown columns deserve to be, in points, by two assumed panels. */
export const assumedPanels = { strict: 25, mild: 150 } as const;

/** The most points between the ends that are fitted; at this many a pair of average difference is never unfair. */
const mostPoints = 200;
/** How blurred a judgement is assumed to be, in points of difference: the scale of the logistic curve. */
const assumedBlur = [5] as const;
/** Scales from which the likeliest is taken where there are enough answers to tell. */
export const possibleBlurs = [1, 2, 5, 10, 20] as const;
/** Points between the ends for which the gap of a question is exactly at the limit, one a question. */
const questionPoints = [75, 20, 150, 45, 100, 10] as const;
/** The largest gap that is asked about: 95 against 0 in 100. */
const mostGap = 95;
/** People of a file, at equal distances, whose pairs can become questions. */
const mostPeople = 60;

type Strictness = StudyDraft["rehearsal"]["strictness"];
export type StrictnessAnswer = Strictness["answers"][number];
/** Two people of the file, by their places from 1, and the points by which one's chance exceeds the other's. */
export type StrictnessPair = Omit<StrictnessAnswer, "isUnfair">;

/**
 * Chooses six pairs of people with stated differences in chance. Their limits are spread from strict to mild panels, so
 * that the answers tell these apart.
 *
 * @param people the readable people of a file
 * @param distance between two people: 0 if alike in all shown columns, 1 at opposite ends of all of them
 * @param alphaPoints the smallest difference that is judged
 * @returns no pair if all people look alike
 */
export function strictnessPairs(
  people: readonly Features[],
  distance: (a: Features, b: Features) => number,
  alphaPoints: number,
): StrictnessPair[] {
  const step = Math.ceil(people.length / mostPeople);
  const places = [...people.keys()].filter((place) => place % step === 0);
  const pairs = places
    .flatMap((high, index) => places.slice(index + 1).map((low) => ({ high, low })))
    .map(({ high, low }) => ({
      ...{ high, low },
      distance: rounded(distance(people[high] as Features, people[low] as Features)),
    }))
    .filter((pair) => pair.distance > 0);
  const asked = new Map<number, number>();
  const isUsed = ({ high, low }: { high: number; low: number }) =>
    (asked.get(high) ?? 0) + (asked.get(low) ?? 0);
  return questionPoints.flatMap((points) => {
    const wanted = Math.min(0.4, (0.8 * (mostGap - alphaPoints)) / points);
    const [best] = pairs.toSorted(
      (a, b) =>
        isUsed(a) - isUsed(b) ||
        Math.abs(a.distance - wanted) - Math.abs(b.distance - wanted) ||
        a.high - b.high ||
        a.low - b.low,
    );
    if (best === undefined) return [];
    for (const place of [best.high, best.low]) asked.set(place, (asked.get(place) ?? 0) + 1);
    const gap = Math.min(mostGap, Math.max(1, Math.round(alphaPoints + points * best.distance)));
    return [{ high: best.high + 1, low: best.low + 1, gap, distance: best.distance }];
  });
}

/** Checks whether two questions are the same. */
export function isSamePair(a: StrictnessPair, b: StrictnessPair): boolean {
  return a.high === b.high && a.low === b.low && a.gap === b.gap && a.distance === b.distance;
}

/**
 * Finds two answers that no distance between people allows: fair at a larger gap of a more similar pair, and unfair at
 * a smaller gap of a less similar pair.
 */
export function contradictionIn(answers: readonly StrictnessAnswer[]): AnswerContradiction | null {
  for (const fair of answers) {
    const unfair = answers.find(
      (each) => !fair.isUnfair && each.isUnfair && fair.gap >= each.gap && fair.distance <= each.distance,
    );
    if (unfair !== undefined) return { fair, unfair };
  }
  return null;
}

export type AnswerContradiction = { readonly fair: StrictnessAnswer; readonly unfair: StrictnessAnswer };

/** An estimate in points between the ends, with the range of values whose likelihood is at least e^-1.92 of its. */
export type FittedStrictness = { readonly points: number; readonly low: number; readonly high: number };

/**
 * Fits the points D between the ends that best explain the answers, by maximum likelihood over whole points:
 *
 *   P(unfair) = 1/(1 + e^-((gap - alpha - D · distance)/b)),   0 <= D <= 200
 *
 * @param answers at least one
 * @param alphaPoints the smallest difference that is judged
 * @param blurs values of b, of which each D has its likeliest
 */
export function fitStrictness(
  answers: readonly Pick<StrictnessAnswer, "gap" | "distance" | "isUnfair">[],
  alphaPoints: number,
  blurs: readonly number[] = assumedBlur,
): FittedStrictness {
  const likelihoodOf = (points: number, blur: number) =>
    answers.reduce((total, { gap, distance, isUnfair }) => {
      const excess = (gap - alphaPoints - points * distance) / blur;
      return total - Math.log1p(Math.exp(isUnfair ? -excess : excess));
    }, 0);
  const likelihoods = Array.from({ length: mostPoints + 1 }, (_, points) =>
    Math.max(...blurs.map((blur) => likelihoodOf(points, blur))),
  );
  const most = Math.max(...likelihoods);
  const isLikely = (likelihood: number) => likelihood >= most - 1.92;
  return {
    points: likelihoods.indexOf(most),
    low: likelihoods.findIndex(isLikely),
    high: likelihoods.findLastIndex(isLikely),
  };
}

/** The number of questions that are answered before a panel is fitted. */
export const questionCount = questionPoints.length;

/** Returns the fitted panel; null unless all six questions are answered and do not contradict each other. */
export function fittedOf({ answers, isForced }: Strictness, alphaPoints: number): FittedStrictness | null {
  if (answers.length < questionCount) return null;
  return contradictionIn(answers) !== null && !isForced ? null : fitStrictness(answers, alphaPoints);
}

/** Returns the seats with the same points between the ends for all that judge by themselves. */
export function seatsWith(seats: readonly SimulatedAuditor[], points: number): SimulatedAuditor[] {
  return seats.map((seat) => ({ ...seat, deserves: String(points) }));
}

/** Rounds a distance to six decimal places, so that it is the same text in a draft and in its file. */
function rounded(distance: number): number {
  return Math.round(1e6 * distance) / 1e6;
}
