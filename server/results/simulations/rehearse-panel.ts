import { findLastJob, findLastResult } from "#db/queries/jobs.ts";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { listSpreadPeople } from "#db/queries/people.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { countClosedRounds, listClosedNumbers, listRounds } from "#db/queries/rounds.ts";
import { listSeats } from "#db/queries/seats.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { openedRule } from "#server/audit-log/decision-rule.ts";
import { readCells } from "#server/audit-log/features.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";
import { DomainError } from "#server/errors.ts";
import { endsBefore } from "#server/learner/config/check-horizon.ts";
import type { App } from "#server/platform/app/app.ts";
import {
  cancelJob,
  finishJob,
  type HeldJob,
  type RecordedJob,
  readJob,
  requestJob,
  stopHere,
} from "#server/platform/app/job-lease.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import type { Study } from "#server/platform/app/study-settings.ts";
import { readStoredSeats } from "#server/results/panel/played-rounds.ts";
import { requireDecision } from "#server/rounds/require-decision.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { type JudgedRound, populationOf } from "#server/simulation/rehearsal/from-verdicts.ts";
import { type PanelRehearsal, panelRehearsalSchema } from "#server/simulation/rehearsal/result.ts";
import { assumedPanels, roundsBeforePanelRehearsal } from "#server/simulation/rehearsal/strictness.ts";
import { figureOf } from "#server/simulation/results.ts";
import { withState } from "#server/studies/learner/state.ts";
import { learningOf, refuseEnded, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { playInTurn } from "./play-plan.ts";
import { progressOf } from "./rehearse.ts";

const kind = "panel-rehearsal" as const;

/** Rounds that are played, fewer if the study ends before. */
const mostRounds = 10;
const runs = 10;
/** Closed rounds whose verdicts are read: the newest ones. */
const judgedRounds = 50;
/** People of the simulated rounds, at equal distances through the study's files. */
const mostPeople = 2_000;

type Ref = { readonly studyId: string };

/**
 * Starts a simulation of a running study's next rounds with a panel that is fitted to its own verdicts. A running one is
 * cancelled.
 *
 * @throws DomainError "bad-input" before the third closed round, or if no round is left; "study-ended"; "study-audits"
 */
export async function startPanelRehearsal(
  app: App,
  { studyId, accountId }: Ref & { readonly accountId: string },
): Promise<{ finished: Promise<void> }> {
  const id = app.newId();
  const earlier = await app.store.tx(async (tx) => {
    await lockStudy(tx, studyId);
    await requireRounds(tx, await requireStudy(tx, studyId));
    const last = await findLastJob(tx, studyId, kind);
    await requestJob(tx, { id, studyId, kind, accountId }, app);
    return last?.id;
  });
  stopHere(earlier);
  return { finished: enqueue(app, { kind, studyId, id }) };
}

export const panelRehearsalJob: RecordedJob = {
  kind,
  limitMs: runLimits.minutes * 60_000,
  isRestartable: false,
  async run(app, job, signal) {
    const result = await rehearse(app, job, signal);
    await app.store.tx((tx) => finishJob(tx, job, result, app.now()));
  },
};

/** Cancels the simulation of a study's next rounds at once. */
export function cancelPanelRehearsal(app: App, studyId: string): Promise<void> {
  return cancelJob(app, studyId, kind);
}

/** Reads the progress of the last one, and the last result. */
export function readPanelRehearsal(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const kept = await findLastResult(db, studyId, kind);
    const result = kept === undefined ? null : panelRehearsalSchema.parse(JSON.parse(kept));
    return { ...progressOf(await readJob(db, studyId, kind, app)), result };
  });
}

/** Returns the number of rounds that can be played. @throws DomainError as `startPanelRehearsal` */
async function requireRounds(db: Reader, study: Study): Promise<number> {
  refuseEnded(study);
  const { learner } = learningOf(settingsOf(study));
  const closed = await countClosedRounds(db, study.id);
  if (closed < roundsBeforePanelRehearsal) {
    throw new DomainError("bad-input", t.panelRehearsalTooEarly({ count: roundsBeforePanelRehearsal }));
  }
  const left =
    learner.horizon === null || learner.afterHorizon !== "end" ? mostRounds : learner.horizon - closed;
  if (endsBefore(learner, closed + 1)) throw new DomainError("bad-input", t.noRoundLeft());
  return Math.min(left, mostRounds);
}

async function rehearse(app: App, job: HeldJob, signal: AbortSignal): Promise<PanelRehearsal> {
  const { spec, appliedSeq, rounds, judged, ...study } = await app.store.read((db) =>
    readInputs(db, job.studyId),
  );
  const { alpha } = spec;
  const { population } = study;
  const fitted = await app.pool.run("fitToVerdicts", { rounds: judged, alpha, population }, signal);
  if (fitted === null) throw new DomainError("bad-input", t.noVerdictYet());
  const panels = { strict: assumedPanels.strict, chosen: fitted.points, mild: assumedPanels.mild };
  const names = ["strict", "chosen", "mild"] as const;
  const cells = names.flatMap((panel) =>
    Array.from({ length: runs }, (_, run) => ({ panel, seed: run + 1 })),
  );
  const counts = await withState(app, { studyId: job.studyId, spec, appliedSeq }, (stored) =>
    playInTurn(
      app,
      job,
      cells.map(() => rounds),
      async (place, played) => {
        const { panel, seed } = cells[place] as (typeof cells)[number];
        const input = { ...stored, study, points: panels[panel], seed, rounds, played };
        return { panel, ...(await app.pool.run("simulateAhead", input, signal)) };
      },
    ),
  );
  return {
    ...{ after: judged.at(-1)?.number ?? 0, rounds, runs, fitted },
    panels: names.map((panel) => {
      const own = counts.filter((each) => each.panel === panel);
      const figure = (what: "pairs" | "judged" | "reports") => figureOf(own.map((each) => each[what]));
      return { panel, pairs: figure("pairs"), judged: figure("judged"), reports: figure("reports") };
    }),
  };
}

/** Reads the newest closed rounds, the people, and the learner's place in the log. */
async function readInputs(db: Reader, studyId: string) {
  const study = await requireStudy(db, studyId);
  const rounds = await requireRounds(db, study);
  const settings = learningOf(settingsOf(study));
  const numbers = (await listClosedNumbers(db, studyId)).slice(-judgedRounds);
  // Where only tolerances were asked for, no pair was judged.
  const judged = (await listRounds(db, studyId, numbers)).flatMap(({ number, tolerancePairs }) =>
    tolerancePairs === null ? [number] : [],
  );
  const seatsOf = await readStoredSeats(db, studyId, judged);
  const rows = await listRoundFeatures(db, studyId, numbers);
  const ofRound = Map.groupBy(rows, ({ round }) => round);
  const outcomes = new Map(
    (await listOutcomes(db, studyId, numbers)).map((row) => [`${row.round} ${row.position}`, row.value]),
  );
  const known = new Map(
    rows.flatMap(({ round, position, personId }) => {
      const value = outcomes.get(`${round} ${position}`);
      return value === "yes" || value === "no" ? [[personId, value === "yes" ? 1 : 0] as const] : [];
    }),
  );
  const good = [...known.values()].reduce<number>((sum, value) => sum + value, 0);
  const share = known.size === 0 ? 0.5 : good / known.size;
  const panel = (await listSeats(db, studyId)).map(({ id }) => id);
  const people = await listSpreadPeople(db, { studyId, limit: mostPeople });
  return {
    ...{ spec: settings.learner, appliedSeq: study.appliedSeq, rounds },
    judged: numbers.map((number): JudgedRound & { readonly number: number } => ({
      number,
      people: (ofRound.get(number) ?? []).map(({ features }) =>
        features === null ? null : readCells(features),
      ),
      chances: (ofRound.get(number) ?? []).map(({ chance }) => Number(chance)),
      ballots: seatsOf(number).flatMap(({ verdicts }) =>
        verdicts === null ? [] : [parseVerdicts(verdicts)],
      ),
    })),
    rule: openedRule(await requireDecision(db, { studyId, settings, panel })),
    seats: panel.length,
    docket: settings.presentation.docket,
    population: populationOf(
      settings,
      people.map(({ id, features }) => ({
        features: readCells(features),
        labelChance: known.get(id) ?? share,
      })),
    ),
  };
}
