import type { Reader } from "#db/store/store.ts";
import {
  estimateMean,
  estimateRound,
  type MeanEstimate,
  type RoundEstimate,
} from "#server/findings/loss-estimate.ts";
import type { LearningSettings } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { ruleWords } from "#server/services/learner/rule-words.ts";
import { processWide } from "#server/services/process/process-wide.ts";
import { learningOf, requireStudy, settingsOf } from "../studies/settings.ts";
import {
  type GuardedFacts,
  type GuardedOverview,
  guardedOverview,
  noGuardedFacts,
  withGuard,
} from "./guarded-overview.ts";
import { type Limit, limitOf } from "./limit.ts";
import { type RoundFacts, readRoundFacts } from "./round-facts.ts";

/** A closed round on the charts. */
export type ClosedPoint = {
  readonly round: number;
  /** The learner's t. */
  readonly t: number;
  readonly personCount: number;
  readonly pickedCount: number;
  /** Σ p: how many the policy picks on average. */
  readonly expectedCount: number;
  /** Pairs that could be judged, and those of them that nobody judged. */
  readonly pairCount: number;
  readonly unjudgedCount: number;
  readonly reportedPairs: number;
  /** Rounds with a report up to and with this one. */
  readonly reportsSoFar: number;
  readonly loss: RoundEstimate;
  /** Over the settled rounds up to and with this one; null before the first. */
  readonly meanLoss: MeanEstimate | null;
};

export type Overview = {
  readonly closed: readonly ClosedPoint[];
  readonly openRound: number | null;
  readonly ruleCount: number;
  readonly limit: Limit | null;
  /** Whether as many people are picked as the chances add up to; else one rule decides for a whole round. */
  readonly isEvenDraw: boolean;
  /** Only of a study in mode `guarded`. */
  readonly guarded: GuardedOverview | null;
  readonly pendingCount: number;
  readonly lostCount: number;
  /** People of chance 0: their outcomes can never be learned or estimated. */
  readonly neverPickable: number;
};

/** What the charts of a study show that needs no learner; kept until the log grows. */
export async function readOverview(app: App, studyId: string): Promise<Overview> {
  const { settings, facts } = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    return { settings: learningOf(settingsOf(study)), facts: await factsAt(db, studyId, study) };
  });
  const { size } = await ruleWords(app, studyId, settings, []);
  const { guarded, ...counted } = facts;
  return {
    ...counted,
    ruleCount: size,
    limit: limitFor(settings, size, facts.closed),
    isEvenDraw: settings.learner.draw === "even",
    guarded: guardedOverview(settings.learner, size, guarded),
  };
}

function limitFor({ learner }: LearningSettings, size: number, closed: readonly ClosedPoint[]) {
  return limitOf(
    learner,
    size,
    closed.map((point) => point.t),
  );
}

type Facts = Omit<Overview, "ruleCount" | "limit" | "guarded" | "isEvenDraw"> & {
  readonly guarded: GuardedFacts;
};

const keptStudies = 50;
const roundsAtOnce = 200;

async function factsAt(
  db: Reader,
  studyId: string,
  study: { nextSeq: number; headHash: string; roundCount: number },
): Promise<Facts> {
  const kept = processWide("watched-facts", () => new Map<string, { head: string; facts: Facts }>());
  const known = kept.get(studyId);
  if (known?.head === study.headHash) return known.facts;
  const facts = await readFacts(db, studyId, study.roundCount);
  kept.delete(studyId);
  kept.set(studyId, { head: study.headHash, facts });
  for (const oldest of kept.keys()) {
    if (kept.size <= keptStudies) break;
    kept.delete(oldest);
  }
  return facts;
}

async function readFacts(db: Reader, studyId: string, roundCount: number): Promise<Facts> {
  const closed: Omit<ClosedPoint, "reportsSoFar" | "meanLoss">[] = [];
  let openRound: number | null = null;
  let neverPickable = 0;
  let guarded = noGuardedFacts();
  for (let first = 1; first <= roundCount; first += roundsAtOnce) {
    const count = Math.min(roundsAtOnce, roundCount - first + 1);
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    for (const facts of await readRoundFacts(db, studyId, numbers, { pairs: true })) {
      if (facts.round.closedAt === null) openRound = facts.round.number;
      guarded = withGuard(guarded, facts);
      if (facts.closed === null) continue;
      closed.push(pointOf(facts));
      neverPickable += facts.people.filter((person) => Number(person.chance) === 0).length;
    }
  }
  return {
    closed: addUp(closed),
    openRound,
    pendingCount: closed.reduce((total, { loss }) => total + loss.pendingCount, 0),
    lostCount: closed.reduce((total, { loss }) => total + loss.lostCount, 0),
    neverPickable,
    guarded,
  };
}

function pointOf({ round, people, closed }: RoundFacts): Omit<ClosedPoint, "reportsSoFar" | "meanLoss"> {
  return {
    round: round.number,
    t: round.t,
    personCount: people.length,
    pickedCount: people.filter((person) => person.selected).length,
    expectedCount: people.reduce((total, person) => total + Number(person.chance), 0),
    pairCount: round.pairCount,
    unjudgedCount: round.pairCount - (closed?.pairs.length ?? 0),
    reportedPairs: closed?.reported.length ?? 0,
    loss: estimateRound({
      people: people.map(({ chance, selected, outcome }) => ({
        chance: Number(chance),
        selected: selected === true,
        label: labelOf(outcome?.value),
      })),
    }),
  };
}

function labelOf(value: "yes" | "no" | "lost" | undefined): 0 | 1 | "lost" | null {
  if (value === undefined) return null;
  if (value === "lost") return "lost";
  return value === "yes" ? 1 : 0;
}

function addUp(points: readonly Omit<ClosedPoint, "reportsSoFar" | "meanLoss">[]): ClosedPoint[] {
  let reportsSoFar = 0;
  const settled: Parameters<typeof estimateMean>[0][number][] = [];
  return points.map((point) => {
    if (point.reportedPairs > 0) reportsSoFar += 1;
    const { low, high, knownCount, pendingCount } = point.loss;
    if (pendingCount === 0) settled.push({ size: point.personCount, low, high, knownCount });
    return { ...point, reportsSoFar, meanLoss: settled.length === 0 ? null : estimateMean(settled) };
  });
}
