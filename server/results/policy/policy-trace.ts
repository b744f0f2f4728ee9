import { findOldestSnapshot } from "#db/queries/learner.ts";
import { findLastSeqOf } from "#db/queries/log.ts";
import { listRounds, type RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { readSteps } from "#server/studies/learner/read-steps.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { chooseKinds, withPoints } from "./followed-kinds.ts";
import { nextMoment } from "./newest-policy.ts";
import { keepTrace, keptTrace, oneAtATime, type Trace } from "./trace-cache.ts";

export type Traced = {
  readonly trace: Trace;
  readonly settings: LearningSettings;
  /** Not cancelled, oldest first. */
  readonly rounds: readonly RoundRow[];
};

/** Small enough that the single thread for charts (server/workers/pools.ts) is soon free again for other requests. */
const stepsAtOnce = 100;

/** Reads the study's trace, brought up to date in a worker; one at a time in this process. */
export function readTrace(app: App, studyId: string): Promise<Traced> {
  return oneAtATime(app.store, async () => {
    const { study, rounds, known } = await app.store.read(async (db) => ({
      study: await requireStudy(db, studyId),
      rounds: (await listRounds(db, studyId)).filter((round) => round.state !== "cancelled").reverse(),
      known: await startOf(db, studyId, keptTrace(app.store, studyId)),
    }));
    const settings = learningOf(settingsOf(study));
    let trace = known;
    do trace = await goOn(app, studyId, { trace, settings, rounds }, study.appliedSeq);
    while (trace.tipSeq < study.appliedSeq);
    keepTrace(app.store, studyId, trace);
    return { trace, settings, rounds };
  });
}

/** Finds where to continue: no state before an erasure can be replayed from, since the steps after it lack a person. */
async function startOf(db: Reader, studyId: string, kept: Trace | undefined): Promise<Trace> {
  const erasedSeq = await findLastSeqOf(db, studyId, "person.erased");
  if (kept !== undefined && kept.tipSeq >= erasedSeq) return kept;
  const oldest = erasedSeq > 0 ? await findOldestSnapshot(db, studyId) : undefined;
  return {
    tipSeq: oldest?.appliedSeq ?? 0,
    tip: oldest?.state ?? null,
    isPartlyLost: oldest !== undefined,
    bits: kept?.bits ?? new Map(),
    policies: new Map(),
    // Other people are followed now.
    followed: null,
  };
}

async function goOn(app: App, studyId: string, traced: Traced, upTo: number): Promise<Trace> {
  const { trace, settings, rounds } = traced;
  const part = { studyId, after: trace.tipSeq, upTo, limit: stepsAtOnce };
  const { seqs, steps } = await app.store.read((db) => readSteps(db, part));
  const tipSeq = seqs.at(-1) ?? trace.tipSeq;
  if (seqs.length === 0 && tipSeq < upTo)
    throw new Error(`the learner of ${studyId} is at entry ${upTo}, which its log does not have`);
  const compared = comparedRounds(rounds);
  const isKnown = (round: number) => trace.bits.has(round) && trace.followed?.points.has(round);
  const due = rounds.filter(
    ({ number, appliedSeq }) => appliedSeq >= trace.tipSeq && appliedSeq <= tipSeq && !isKnown(number),
  );
  const kept = new Map([...trace.policies].filter(([number]) => compared.includes(number)));
  const followed = trace.followed ?? (await chooseKinds(app, studyId, settings));
  if (steps.length === 0 && due.length === 0 && trace.followed !== null) return { ...trace, policies: kept };
  const result = await app.pool.run("tracePolicy", {
    spec: settings.learner,
    snapshot: trace.tip,
    steps,
    marks: due.map((round) => ({
      after: seqs.filter((seq) => seq <= round.appliedSeq).length,
      moment: { eta: round.eta, noiseSeed: round.noiseSeed },
      keep: compared.includes(round.number),
    })),
    kinds: followed.kinds.map(({ people }) => people),
    carried: followed.carried,
    end: tipSeq < upTo ? null : nextMoment(settings, rounds),
  });
  const bits = new Map(trace.bits);
  for (const [index, { number, eta, noiseSeed }] of due.entries()) {
    const point = result.points[index];
    if (point === undefined) throw new Error(`round ${number} of ${studyId} was not measured`);
    bits.set(number, point.bits);
    if (compared.includes(number)) kept.set(number, { snapshot: point.snapshot, moment: { eta, noiseSeed } });
  }
  return {
    ...trace,
    tipSeq,
    tip: steps.length === 0 ? trace.tip : result.snapshot,
    bits,
    policies: kept,
    followed: withPoints(
      followed,
      due.map(({ number }) => number),
      result,
    ),
  };
}

/** The round that is not over and the two that closed last. */
function comparedRounds(rounds: readonly RoundRow[]): number[] {
  const open = rounds.filter((round) => round.closedAt === null);
  return [...rounds.filter((round) => round.state === "closed").slice(-2), ...open].map(
    (round) => round.number,
  );
}
