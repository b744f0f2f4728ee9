import { fewestOutcomes } from "#server/analysis/findings/loss-estimate.ts";
import type { App } from "#server/platform/app/app.ts";
import type { KindPoint } from "#server/workers/kind-moves.ts";
import { readTrace } from "./policy-trace.ts";
import { type ChangedPairs, readChangedPairs } from "./read-changed-pairs.ts";
import { readOverview } from "./read-overview.ts";
import type { Followed } from "./trace-cache.ts";

/** The mean chance of a kind of people at an opening, before the limit of the round, and what moved it there; shares of 1. */
export type KindChance = {
  /** null: the policy that the next round opens with if nothing comes before. */
  readonly round: number | null;
  readonly chance: number;
  /** What each cause moved since the first round that is known, added up. */
  readonly flags: number;
  readonly outcomes: number;
  readonly closes: number;
  /** What they leave: the learner's pace, and with FTPL the luck of the rules drawn. */
  readonly rest: number;
};

export type PeopleKind = {
  /** What each rule of the view says of them. */
  readonly answers: readonly boolean[];
  readonly personCount: number;
  readonly points: readonly KindChance[];
};

export type KindsView = {
  /** Up to two rules, in words. */
  readonly rules: readonly string[];
  /** How many people of the first file the kinds are made of, and how many it had. */
  readonly personCount: number;
  readonly rowCount: number;
  readonly kinds: readonly PeopleKind[];
  /** Rounds that ended with a report. */
  readonly reportedRounds: readonly number[];
  /** R of FTPL, whose chances are counted among so many rules; null: exact. */
  readonly isDrawn: boolean;
  /** Somebody was erased: the chances at openings before that are not computed again, so points may be missing. */
  readonly isPartlyLost: boolean;
};

/** On how much it rests. Unjudged pairs count as not flagged; outcomes that nobody knows are left out. */
export type Ground = {
  readonly closedCount: number;
  readonly reportCount: number;
  readonly knownCount: number;
  readonly pendingCount: number;
  readonly lostCount: number;
  readonly pairCount: number;
  readonly unjudgedCount: number;
};

export type Changes = {
  readonly ground: Ground;
  /** null: too early to see. */
  readonly seen: { readonly changed: ChangedPairs; readonly kinds: KindsView } | null;
};

/** What the panel changed in a study so far: the reported pairs then and now, and the chances of kinds of people. */
export async function readChanges(app: App, studyId: string): Promise<Changes> {
  const { closed, ...overview } = await readOverview(app, studyId);
  const ground: Ground = {
    closedCount: closed.length,
    reportCount: closed.filter(({ reportedPairs }) => reportedPairs > 0).length,
    knownCount: closed.reduce((total, { loss }) => total + loss.knownCount, 0),
    pendingCount: overview.pendingCount,
    lostCount: overview.lostCount,
    pairCount: closed.reduce((total, { pairCount }) => total + pairCount, 0),
    unjudgedCount: closed.reduce((total, { unjudgedCount }) => total + unjudgedCount, 0),
  };
  if (ground.reportCount === 0 && ground.knownCount < fewestOutcomes) return { ground, seen: null };
  const changed = await readChangedPairs(app, { studyId });
  const reportedRounds = closed.flatMap(({ round, reportedPairs }) => (reportedPairs > 0 ? [round] : []));
  return { ground, seen: { changed, kinds: await readKinds(app, studyId, reportedRounds) } };
}

async function readKinds(app: App, studyId: string, reportedRounds: readonly number[]): Promise<KindsView> {
  const { trace, rounds, settings } = await readTrace(app, studyId);
  const { followed } = trace;
  if (followed === null) throw new Error(`nobody is followed in ${studyId}`);
  const numbers = rounds.map(({ number }) => number);
  return {
    rules: followed.rules,
    personCount: followed.personCount,
    rowCount: followed.rowCount,
    kinds: followed.kinds.map(({ answers, people }, kind) => ({
      answers,
      personCount: people.length,
      points: addedUp(pointsOf(followed, numbers), kind),
    })),
    reportedRounds,
    isDrawn: settings.learner.learner === "ftpl",
    isPartlyLost: trace.isPartlyLost,
  };
}

type NamedPoint = { readonly round: number | null; readonly point: KindPoint };

/** The openings that can be measured, oldest first, and the policy after the last step. */
function pointsOf({ points, next }: Followed, rounds: readonly number[]): NamedPoint[] {
  const measured = rounds.flatMap((round) => {
    const point = points.get(round);
    return point === undefined ? [] : [{ round, point }];
  });
  return next === null ? measured : [...measured, { round: null, point: next }];
}

function addedUp(points: readonly NamedPoint[], kind: number): KindChance[] {
  const sums = { flags: 0, outcomes: 0, closes: 0 };
  const at = (values: readonly number[]) => values[kind] ?? Number.NaN;
  const first = points[0] === undefined ? Number.NaN : at(points[0].point.chances);
  return points.map(({ round, point: { chances, moved } }, index) => {
    if (index > 0) {
      sums.flags += at(moved.flags);
      sums.outcomes += at(moved.outcomes);
      sums.closes += at(moved.closes);
    }
    const chance = at(chances);
    return { round, chance, ...sums, rest: chance - first - sums.flags - sums.outcomes - sums.closes };
  });
}
