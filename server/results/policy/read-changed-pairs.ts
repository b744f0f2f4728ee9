import { countReportedPairs, listReportedRounds, listViolations } from "#db/queries/draws.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { listRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { readCells } from "#server/audit-log/features.ts";
import { readGuard } from "#server/audit-log/guard.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireSeat } from "#server/rounds/judging/judging-seat.ts";
import { requireRound } from "#server/rounds/read-round.ts";
import type { RoundChances } from "#server/workers/change-tasks.ts";
import { newestPolicy } from "./newest-policy.ts";
import { askOnce, type PolicyAt, type PolicyStates, readPolicyStates, withPolicy } from "./policy-states.ts";

/** More rounds with a report are not computed again. */
const roundLimit = 20;

/** Computes current chances for the reported pairs of a study, or of one round, in a worker from the log. */
export async function readChangedPairs(app: App, { studyId, round }: { studyId: string; round?: number }) {
  const states = await readPolicyStates(app, studyId);
  const newest = newestPolicy(states);
  const { shown, reportedCount, guards, features } = await app.store.read((db) =>
    readReported(db, studyId, round),
  );
  const now = newest && (await chancesAt(app, states, newest.policy, features));
  const logged = new Map(
    [...features].map(([number, people]) => [number, loggedChances(people, guards.get(number) ?? null)]),
  );
  const pairs = shown.flatMap((row) => {
    const [after, before] = [now?.get(row.round), logged.get(row.round)];
    if (after === undefined || before === undefined) return [];
    const { round: number, high, low, flagCount, annulledIn } = row;
    return [
      {
        ...{ round: number, high, low, flagCount },
        /** The round whose panel annulled the report; null: none. */
        annulledIn,
        atReport: pairOf(before, row),
        /** As the same round would be published now. */
        now: pairOf(after, row),
        places: {
          people: before.chances.length,
          atReport: placesOf(before, row),
          now: placesOf(after, row),
        },
      },
    ];
  });
  return {
    /**
     * The open round whose policy is meant, or the last one of a study that is over; null: the policy that the next
     * round opens with.
     */
    policyOf: newest?.round ?? null,
    /** Computed with rules drawn once more: the next opening draws its own. */
    isEstimated: newest?.isEstimated ?? false,
    /** Newest round first. */
    pairs: pairs.sort((a, b) => b.round - a.round || a.high - b.high || a.low - b.low),
    /** Reported pairs that are not in the list: of older rounds, and of rounds from which a person was erased. */
    olderCount: reportedCount - shown.length,
    erasedCount: newest === null ? 0 : shown.length - pairs.length,
    /** A person was erased after the last round of a study that is over, so no later policy follows. */
    isPolicyLost: newest === null && reportedCount > 0,
  };
}

export type ChangedPairsView = Awaited<ReturnType<typeof readChangedPairs>>;
export type ChangedPair = ChangedPairsView["pairs"][number];
export type PairChances = ChangedPair["now"];

/**
 * Reads the changed pairs of a closed round for an auditor on its panel; null while the round is not closed.
 * @throws DomainError "not-found"; "forbidden" without a seat on that round
 */
export async function readChangedForAuditor(
  app: App,
  { studyId, round, accountId }: { studyId: string; round: number; accountId: string },
): Promise<ChangedPairsView | null> {
  const isClosed = await app.store.read(async (db) => {
    const { state } = await requireRound(db, studyId, round);
    await requireSeat(db, studyId, round, accountId);
    return state === "closed";
  });
  return isClosed ? readChangedPairs(app, { studyId, round }) : null;
}

type RoundFeatures = Awaited<ReturnType<typeof listRoundFeatures>>;

/** Reads the reported pairs of the newest rounds that have any, or of one round, and the people of those rounds. */
async function readReported(db: Reader, studyId: string, round: number | undefined) {
  const wanted = round === undefined ? await listReportedRounds(db, { studyId, limit: roundLimit }) : [round];
  const shown = await listViolations(db, studyId, wanted);
  const numbers = [...new Set(shown.map((row) => row.round))];
  const rounds = await listRounds(db, studyId, numbers);
  const people = await listRoundFeatures(db, studyId, numbers);
  return {
    shown,
    reportedCount: round === undefined ? await countReportedPairs(db, studyId) : shown.length,
    guards: new Map(rounds.map(({ number, guard }) => [number, guard])),
    features: Map.groupBy(people, (row) => row.round),
  };
}

/** Computes the chances of rounds without erased people in a worker. */
async function chancesAt(
  app: App,
  states: PolicyStates,
  policy: PolicyAt,
  features: ReadonlyMap<number, RoundFeatures>,
): Promise<ReadonlyMap<number, RoundChances>> {
  const whole = [...features].filter(([, rows]) => rows.every((row) => row.features !== null));
  if (whole.length === 0) return new Map();
  const numbers = whole.map(([round]) => round);
  const { studyId, settings } = states;
  const question = `chances ${studyId} ${JSON.stringify(policy)} ${numbers.join()}`;
  const rounds = whole.map(([, rows]) => rows.map((row) => readCells(row.features ?? "")));
  const answers = await askOnce(app, question, () =>
    withPolicy(app, states, policy, (stored) =>
      app.pool.run("chancesUnder", { spec: settings.learner, policy: stored, rounds }),
    ),
  );
  return new Map(answers.map((answer, index) => [numbers[index] as number, answer]));
}

function loggedChances(people: RoundFeatures, guard: string | null): RoundChances {
  const chances = people.map((row) => Number(row.chance));
  return { chances, base: guard === null ? chances : readGuard(guard).base.map(Number) };
}

/** Chances that are this close are equal: printing them in a log rounds. */
const rounding = 1e-9;

type Pair = { readonly high: number; readonly low: number };

/** Returns the places of two people by the published chances, from 1; people with equal chances share the better place. */
function placesOf({ chances }: RoundChances, { high, low }: Pair): Pair {
  const place = (position: number) =>
    1 + chances.filter((chance) => chance > (chances[position] ?? Number.NaN) + rounding).length;
  return { high: place(high), low: place(low) };
}

/** Returns the chances of two people, shares of 1: as published, and before the limit of the round. */
function pairOf({ base, chances }: RoundChances, { high, low }: Pair) {
  const at = (values: readonly number[], position: number) => values[position] ?? Number.NaN;
  return {
    high: at(chances, high),
    low: at(chances, low),
    baseHigh: at(base, high),
    baseLow: at(base, low),
  };
}
