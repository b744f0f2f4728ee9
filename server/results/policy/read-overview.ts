import { findEntryHash, listRoundsNamedAfter } from "#db/queries/log.ts";
import type { StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import { compareErrors, estimateMean, estimateRound } from "#server/analysis/findings/loss-estimate.ts";
import { labelOf } from "#server/analysis/what-if/estimates.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { findStudyLabels } from "#server/studies/labels.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { ruleInForce } from "#server/study/columns.ts";
import { guardedOverview, guardedRound, type PulledRound, pulledRound } from "./guarded-overview.ts";
import { limitOf } from "./limit.ts";
import { type RoundFacts, readRoundFacts } from "./round-facts.ts";
import { readRuleErrors } from "./rule-errors.ts";

/** Reads what a study's charts show without the learner; kept until the log grows. */
export async function readOverview(app: App, studyId: string) {
  const { settings, kept } = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    return { settings: learningOf(settingsOf(study)), kept: await keptAt(db, studyId, study) };
  });
  kept.overview ??= makeOverview(app, studyId, settings, kept.facts).catch((error: unknown) => {
    kept.overview = undefined;
    throw error;
  });
  return kept.overview;
}

async function makeOverview(app: App, studyId: string, settings: LearningSettings, facts: Facts) {
  const chance = await app.store.read(async (db) => ruleInForce((await findStudyLabels(db, studyId)).file));
  const { size } = await ruleWords(app, studyId, settings, []);
  const { guarded, ...counted } = facts;
  const known = counted.closed.filter(({ loss }) => loss.pendingCount === 0 && loss.lostCount === 0);
  const numbers = known.map(({ round }) => round);
  const { unreportable, inForce } = await readRuleErrors(app, { studyId, chance }, settings, numbers);
  return {
    ...counted,
    /** Estimated wrong decisions per person of the policy that no panel can report; null while it is not known. */
    unreportable,
    /** Over the settled rounds; null before the first. */
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
    limit: limitOf(
      settings.learner,
      size,
      facts.closed.map(({ t }) => t),
    ),
    /** Whether the number of picks equals the sum of the chances; otherwise one rule decides for a whole round. */
    isEvenDraw: settings.learner.draw === "even",
    /** Whether the study sets a number of picks. */
    hasNumber: settings.learner.picks !== undefined,
    /** Only for a study in mode `guarded`. */
    guarded: guardedOverview(settings.learner, size, guarded),
  };
}

export type Overview = Awaited<ReturnType<typeof makeOverview>>;

type Sum = ReturnType<typeof sumOf>;
type Facts = ReturnType<typeof addRounds>;

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

/** Sums up one round. */
function sumOf(facts: RoundFacts) {
  return {
    isOpen: facts.round.closedAt === null,
    /** Null unless the round is closed. */
    point: facts.closed && pointOf(facts, facts.closed),
    neverPickable:
      facts.closed === null ? 0 : facts.people.filter(({ chance }) => Number(chance) === 0).length,
    guarded: guardedRound(facts),
  };
}

function addRounds(rounds: Numbered, pulled: PulledRound | null) {
  const closed = rounds.flatMap(([, { point }]) => point ?? []);
  return {
    closed: addUp(closed),
    /** Oldest first. */
    openRounds: rounds.flatMap(([number, { isOpen }]) => (isOpen ? [number] : [])),
    pendingCount: closed.reduce((total, { loss }) => total + loss.pendingCount, 0),
    lostCount: closed.reduce((total, { loss }) => total + loss.lostCount, 0),
    /** People of chance 0: their outcomes can never be learned or estimated. */
    neverPickable: rounds.reduce((total, [, sum]) => total + sum.neverPickable, 0),
    guarded: { rounds: rounds.flatMap(([, { guarded }]) => guarded ?? []), pulled },
  };
}

/** Returns a closed round as the charts show it. */
function pointOf({ round, people }: RoundFacts, { pairs, reported }: NonNullable<RoundFacts["closed"]>) {
  const decided = people.map(({ chance, selected, outcome }) => ({
    chance: Number(chance),
    selected,
    label: labelOf(outcome),
  }));
  return {
    round: round.number,
    /** The learner's t. */
    t: round.t,
    personCount: people.length,
    pickedCount: people.filter((person) => person.selected).length,
    /** Σ p: the policy's average number of picks. */
    expectedCount: people.reduce((total, person) => total + Number(person.chance), 0),
    /** Pairs that could be judged, and those of them that no auditor judged. */
    pairCount: round.pairCount,
    unjudgedCount: round.pairCount - pairs.length,
    reportedPairs: reported.length,
    loss: estimateRound({ people: decided }),
    /** Estimate for a rule that picks no one. */
    noneLoss: estimateRound({ people: decided.map((person) => ({ ...person, policy: 0 })) }),
  };
}

/** Adds to each point the rounds with a report so far, and the estimate over the settled rounds so far. */
function addUp(points: readonly NonNullable<Sum["point"]>[]) {
  let reportsSoFar = 0;
  const settled: Parameters<typeof estimateMean>[0][number][] = [];
  return points.map((point) => {
    if (point.reportedPairs > 0) reportsSoFar += 1;
    const { low, high, knownCount, pendingCount } = point.loss;
    if (pendingCount === 0) settled.push({ size: point.personCount, low, high, knownCount });
    return { ...point, reportsSoFar, meanLoss: settled.length === 0 ? null : estimateMean(settled) };
  });
}
