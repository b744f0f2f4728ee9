import { listDecidedPeople } from "#db/queries/round-people.ts";
import { listNumbersOf } from "#db/queries/rounds.ts";
import { VERDICT_LIMIT } from "#server/learner/guarded/settings.ts";
import type { App } from "#server/platform/app/app.ts";
import { withState } from "#server/studies/learner/state.ts";
import { askOnce, readPolicyStates } from "./policy-states.ts";

/** A pair that the panel rejected, by positions, and its current effect. Differences are shares of 1. */
export type RememberedVerdict = {
  readonly round: number;
  readonly high: number;
  readonly low: number;
  /** Between the chances that the panel saw. */
  readonly gapThen: number;
  /** Largest difference that the policy should keep to. */
  readonly bound: number;
  /** In the current policy, before the limit of a round. */
  readonly gapNow: number;
  /** Whether the verdict still moves the policy. */
  readonly isBinding: boolean;
  /** At how many openings it is still enforced, this one included; null: at all of them. */
  readonly openingsLeft: number | null;
};

export type RememberedVerdicts = {
  /** The newest open round, whose policy is meant; null: the one that the next round would open with as of now. */
  readonly openRound: number | null;
  /** Newest round first. */
  readonly verdicts: readonly RememberedVerdict[];
  /** Most verdicts that are remembered: those with the least effect are dropped. */
  readonly limit: number;
  /** For how many openings after its round each pair is remembered; null: for all. */
  readonly rememberFor: number | null;
};

/**
 * Reads what mode `guarded` remembers of the panel's verdicts, computed in a worker from the log; null in another mode.
 */
export async function readVerdicts(app: App, studyId: string): Promise<RememberedVerdicts | null> {
  const { settings, rounds, appliedSeq } = await readPolicyStates(app, studyId);
  const spec = settings.learner;
  if (spec.mode !== "guarded") return null;
  const answered = await askOnce(app, `verdicts ${studyId} ${appliedSeq}`, () =>
    withState(app, { studyId, spec, appliedSeq }, (stored) => app.pool.run("answeredVerdicts", stored)),
  );
  const ts = [...new Set(answered.map(({ t }) => t))];
  const numbers = new Map(
    (await app.store.read((db) => listNumbersOf(db, studyId, ts))).map(({ t, number }) => [t, number]),
  );
  const places = await placesIn(
    app,
    studyId,
    answered.map(({ t }) => numbers.get(t)),
  );
  const verdicts = answered.map(({ high, low, t, bound, gap, ...effect }): RememberedVerdict => {
    const round = numbers.get(t);
    const [better, worse] = [places.get(`${round}/${high}`), places.get(`${round}/${low}`)];
    if (round === undefined || !better || !worse) throw new Error(`${high} over ${low} is of no round`);
    const gapThen = Number(better.chance) - Number(worse.chance);
    return { round, high: better.position, low: worse.position, gapThen, bound, gapNow: gap, ...effect };
  });
  const openRound = rounds.findLast((round) => round.closedAt === null)?.number ?? null;
  verdicts.sort((a, b) => b.round - a.round || a.high - b.high || a.low - b.low);
  const rememberFor = spec.guarded?.rememberFor ?? null;
  return { openRound, verdicts, limit: VERDICT_LIMIT, rememberFor };
}

/** Reads people's positions, by round and pseudonym. */
async function placesIn(app: App, studyId: string, rounds: readonly (number | undefined)[]) {
  const numbers = [...new Set(rounds)].filter((number) => number !== undefined);
  const rows = await app.store.read((db) => listDecidedPeople(db, studyId, numbers));
  return new Map(rows.map((row) => [`${row.round}/${row.personId}`, row]));
}
