import { findEntryHash, listRoundsNamedAfter } from "#db/queries/log.ts";
import type { StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import {
  type ComparedErrors,
  compareErrors,
  estimateMean,
  estimateRound,
  type MeanEstimate,
  type RoundEstimate,
} from "#server/analysis/findings/loss-estimate.ts";
import { labelOf } from "#server/analysis/what-if/estimates.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { findStudyLabels } from "#server/studies/labels.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { ruleInForce } from "#server/study/columns.ts";
import {
  type GuardedFacts,
  type GuardedOverview,
  type GuardedOverviewRound,
  guardedOverview,
  guardedRound,
  type PulledRound,
  pulledRound,
} from "./guarded-overview.ts";
import { type Limit, limitOf } from "./limit.ts";
import { type RoundFacts, readRoundFacts } from "./round-facts.ts";
import { readRuleErrors } from "./rule-errors.ts";

export type ClosedPoint = {
  readonly round: number;
  /** The learner's t. */
  readonly t: number;
  readonly personCount: number;
  readonly pickedCount: number;
  /** Σ p: the policy's average number of picks. */
  readonly expectedCount: number;
  /** Pairs that could be judged, and those of them that no auditor judged. */
  readonly pairCount: number;
  readonly unjudgedCount: number;
  readonly reportedPairs: number;
  /** Number of rounds with a report up to and including this one. */
  readonly reportsSoFar: number;
  readonly loss: RoundEstimate;
  /** Estimate for a rule that picks no one. */
  readonly noneLoss: RoundEstimate;
  /** Estimate over the settled rounds up to and including this one; null before the first. */
  readonly meanLoss: MeanEstimate | null;
};

export type Overview = {
  readonly closed: readonly ClosedPoint[];
  /** Oldest first. */
  readonly openRounds: readonly number[];
  readonly ruleCount: number;
  readonly limit: Limit | null;
  /** Whether the number of picks equals the sum of the chances; otherwise one rule decides for a whole round. */
  readonly isEvenDraw: boolean;
  /** Whether the study sets a number of picks. */
  readonly hasNumber: boolean;
  /** Only for a study in mode `guarded`. */
  readonly guarded: GuardedOverview | null;
  /** Over the settled rounds; null before the first. */
  readonly compared: ComparedErrors | null;
  /** Estimated wrong decisions per person of the policy that no panel can report; null while it is not known. */
  readonly unreportable: number | null;
  readonly pendingCount: number;
  readonly lostCount: number;
  /** People of chance 0: their outcomes can never be learned or estimated. */
  readonly neverPickable: number;
};

/** Reads what a study's charts show without the learner; kept until the log grows. */
export async function readOverview(app: App, studyId: string): Promise<Overview> {
  const { settings, kept } = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    return { settings: learningOf(settingsOf(study)), kept: await keptAt(db, studyId, study) };
  });
  kept.overview ??= makeOverview(app, studyId, settings, kept).catch((error: unknown) => {
    kept.overview = undefined;
    throw error;
  });
  return kept.overview;
}

async function makeOverview(
  app: App,
  studyId: string,
  settings: LearningSettings,
  { facts }: Kept,
): Promise<Overview> {
  const chance = await app.store.read(async (db) => ruleInForce((await findStudyLabels(db, studyId)).file));
  const { size } = await ruleWords(app, studyId, settings, []);
  const { guarded, ...counted } = facts;
  const known = counted.closed.filter(({ loss }) => loss.pendingCount === 0 && loss.lostCount === 0);
  const numbers = known.map(({ round }) => round);
  const { unreportable, inForce } = await readRuleErrors(app, { studyId, chance }, settings, numbers);
  return {
    ...counted,
    unreportable,
    compared: compareErrors(
      counted.closed
        .filter(({ loss }) => loss.pendingCount === 0)
        .map(({ round, personCount, expectedCount, loss, noneLoss }) => ({
          size: personCount,
          expectedCount,
          policy: loss,
          acceptNone: noneLoss,
          inForce: inForce.get(round) ?? null,
        })),
    ),
    ruleCount: size,
    limit: limitFor(settings, size, facts.closed),
    isEvenDraw: settings.learner.draw === "even",
    hasNumber: settings.learner.picks !== undefined,
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

type Facts = Omit<
  Overview,
  "ruleCount" | "limit" | "guarded" | "isEvenDraw" | "hasNumber" | "compared" | "unreportable"
> & {
  readonly guarded: GuardedFacts;
};

type Point = Omit<ClosedPoint, "reportsSoFar" | "meanLoss">;

/** Cached summary of one round. */
type Sum = {
  readonly isOpen: boolean;
  /** Null unless the round is closed. */
  readonly point: Point | null;
  readonly neverPickable: number;
  readonly guarded: GuardedOverviewRound | null;
};

/** All rounds of a study as of an entry of its log. */
type Kept = {
  readonly seq: number;
  readonly hash: string;
  /** By number, the oldest first. */
  readonly sums: Map<number, Sum>;
  readonly facts: Facts;
  /** Made by the first that asks for it. */
  overview?: Promise<Overview> | undefined;
};

const keptStudies = 50;
const roundsAtOnce = 200;

type Head = Pick<StudyRow, "nextSeq" | "headHash" | "roundCount">;

async function keptAt(db: Reader, studyId: string, study: Head): Promise<Kept> {
  const kept = processCache<Kept>("watched-facts", { max: keptStudies });
  const known = kept.get(studyId);
  if (known?.hash === study.headHash) return known;
  const now = await goOn(db, studyId, study, known);
  kept.set(studyId, now);
  return now;
}

/** Rereads only rounds that an entry has named since: the others are unchanged. */
async function goOn(db: Reader, studyId: string, study: Head, known: Kept | undefined): Promise<Kept> {
  const isBefore = known !== undefined && (await findEntryHash(db, studyId, known.seq)) === known.hash;
  const numbers = isBefore
    ? await listRoundsNamedAfter(db, { studyId, after: known.seq })
    : Array.from({ length: study.roundCount }, (_, index) => index + 1);
  const sums = new Map(isBefore ? known.sums : []);
  const read = async (some: readonly number[]) => {
    for (const facts of await readRoundFacts(db, studyId, some, { pairs: true }))
      sums.set(facts.round.number, sumOf(facts));
  };
  for (let first = 0; first < numbers.length; first += roundsAtOnce)
    await read(numbers.slice(first, first + roundsAtOnce));
  const facts = addRounds([...sums], await readPulled(db, studyId, [...sums]));
  return { seq: study.nextSeq - 1, hash: study.headHash, sums, facts };
}

type Numbered = readonly (readonly [number, Sum])[];

async function readPulled(db: Reader, studyId: string, rounds: Numbered): Promise<PulledRound | null> {
  const newest = rounds.findLast(([, { guarded }]) => guarded !== null && guarded.pull > 0);
  const [facts] = newest ? await readRoundFacts(db, studyId, [newest[0]], { pairs: false }) : [];
  return facts === undefined ? null : pulledRound(facts);
}

function sumOf(facts: RoundFacts): Sum {
  return {
    isOpen: facts.round.closedAt === null,
    point: facts.closed && pointOf(facts, facts.closed),
    neverPickable:
      facts.closed === null ? 0 : facts.people.filter(({ chance }) => Number(chance) === 0).length,
    guarded: guardedRound(facts),
  };
}

function addRounds(rounds: Numbered, pulled: PulledRound | null): Facts {
  const closed = rounds.flatMap(([, { point }]) => point ?? []);
  return {
    closed: addUp(closed),
    openRounds: rounds.flatMap(([number, { isOpen }]) => (isOpen ? [number] : [])),
    pendingCount: closed.reduce((total, { loss }) => total + loss.pendingCount, 0),
    lostCount: closed.reduce((total, { loss }) => total + loss.lostCount, 0),
    neverPickable: rounds.reduce((total, [, sum]) => total + sum.neverPickable, 0),
    guarded: { rounds: rounds.flatMap(([, { guarded }]) => guarded ?? []), pulled },
  };
}

function pointOf(
  { round, people }: RoundFacts,
  { pairs, reported }: NonNullable<RoundFacts["closed"]>,
): Point {
  const decided = people.map(({ chance, selected, outcome }) => ({
    chance: Number(chance),
    selected,
    label: labelOf(outcome),
  }));
  return {
    round: round.number,
    t: round.t,
    personCount: people.length,
    pickedCount: people.filter((person) => person.selected).length,
    expectedCount: people.reduce((total, person) => total + Number(person.chance), 0),
    pairCount: round.pairCount,
    unjudgedCount: round.pairCount - pairs.length,
    reportedPairs: reported.length,
    loss: estimateRound({ people: decided }),
    noneLoss: estimateRound({ people: decided.map((person) => ({ ...person, policy: 0 })) }),
  };
}

function addUp(points: readonly Point[]): ClosedPoint[] {
  let reportsSoFar = 0;
  const settled: Parameters<typeof estimateMean>[0][number][] = [];
  return points.map((point) => {
    if (point.reportedPairs > 0) reportsSoFar += 1;
    const { low, high, knownCount, pendingCount } = point.loss;
    if (pendingCount === 0) settled.push({ size: point.personCount, low, high, knownCount });
    return { ...point, reportsSoFar, meanLoss: settled.length === 0 ? null : estimateMean(settled) };
  });
}
