import { fewestOutcomes } from "#server/analysis/findings/loss-estimate.ts";
import type { App } from "#server/platform/app/app.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import type { KindPoint } from "#server/workers/kind-moves.ts";
import { readTrace } from "./policy-trace.ts";
import { type ChangedPairsView, readChangedPairs } from "./read-changed-pairs.ts";
import { readOverview } from "./read-overview.ts";
import type { Followed } from "./trace-cache.ts";

/**
 * Mean chance of a kind of people at an opening, before the limit of the round, and what moved it there; shares of 1.
 */
export type KindChance = {
  /** Null: the policy that the next round would open with as of now. */
  readonly round: number | null;
  readonly chance: number;
  /** Sum of what each cause moved since the first known round. */
  readonly flags: number;
  readonly outcomes: number;
  readonly closes: number;
  /** The remainder: the learner's pace, and with FTPL the luck of the rules drawn. */
  readonly rest: number;
};

export type PeopleKind = {
  /** Answer of each rule of the view for them. */
  readonly answers: readonly boolean[];
  readonly personCount: number;
  readonly points: readonly KindChance[];
};

export type KindsView = {
  /** Up to two rules, in words. */
  readonly rules: readonly string[];
  /** Number of people of the first file that the kinds are made of, and the number of people in it. */
  readonly personCount: number;
  readonly rowCount: number;
  readonly kinds: readonly PeopleKind[];
  /** Rounds that ended with a report. */
  readonly reportedRounds: readonly number[];
  /** R of FTPL, whose chances are counted among this many rules; null: exact. */
  readonly isDrawn: boolean;
  /** A person was erased: chances at earlier openings are not computed again, so points may be missing. */
  readonly isPartlyLost: boolean;
};

/** Amount of data behind the figures. Unjudged pairs count as not flagged; unknown outcomes are left out. */
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
  /** Null: too early to see. */
  readonly seen: { readonly changed: ChangedPairsView; readonly kinds: KindsView } | null;
};

/**
 * Reads what the panel has changed in a study so far: the reported pairs then and now, and the chances of kinds of
 * people.
 */
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
  if (followed === null) throw new Error(`no one is followed in ${studyId}`);
  const numbers = rounds.map(({ number }) => number);
  const { sentence } = await ruleWords(app, studyId, settings, followed.rules);
  return {
    rules: followed.rules.map(sentence),
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

/** Lists the openings that can be measured, oldest first, and the policy after the last step. */
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
