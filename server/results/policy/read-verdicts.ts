import { listDecidedPeople } from "#db/queries/round-people.ts";
import { listNumbersOf } from "#db/queries/rounds.ts";
import { VERDICT_LIMIT } from "#server/learner/guarded/settings.ts";
import type { App } from "#server/platform/app/app.ts";
import { withState } from "#server/studies/learner/state.ts";
import { askOnce, readPolicyStates } from "./policy-states.ts";

/**
 * Reads what mode `guarded` remembers of the panel's verdicts, computed in a worker from the log; null in another mode.
 */
export async function readVerdicts(app: App, studyId: string) {
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
  const verdicts = answered.map(({ high, low, t, bound, gap, ...effect }) => {
    const round = numbers.get(t);
    const [better, worse] = [places.get(`${round}/${high}`), places.get(`${round}/${low}`)];
    if (round === undefined || !better || !worse) throw new Error(`${high} over ${low} is of no round`);
    /** Between the chances that the panel saw; `gapNow` in the current policy, before the limit of a round. */
    const gapThen = Number(better.chance) - Number(worse.chance);
    return { round, high: better.position, low: worse.position, gapThen, bound, gapNow: gap, ...effect };
  });
  const openRound = rounds.findLast((round) => round.closedAt === null)?.number ?? null;
  verdicts.sort((a, b) => b.round - a.round || a.high - b.high || a.low - b.low);
  return {
    /** The newest open round, whose policy is meant; null: the one that the next round would open with as of now. */
    openRound,
    /** Newest round first, by positions. Differences are shares of 1. */
    verdicts,
    /** Most verdicts that are remembered: those with the least effect are dropped. */
    limit: VERDICT_LIMIT,
    /** For how many openings after its round each pair is remembered; null: for all. */
    rememberFor: spec.guarded?.rememberFor ?? null,
  };
}

export type RememberedVerdicts = NonNullable<Awaited<ReturnType<typeof readVerdicts>>>;
export type RememberedVerdict = RememberedVerdicts["verdicts"][number];

/** Reads people's positions, by round and pseudonym. */
async function placesIn(app: App, studyId: string, rounds: readonly (number | undefined)[]) {
  const numbers = [...new Set(rounds)].filter((number) => number !== undefined);
  const rows = await app.store.read((db) => listDecidedPeople(db, studyId, numbers));
  return new Map(rows.map((row) => [`${row.round}/${row.personId}`, row]));
}
