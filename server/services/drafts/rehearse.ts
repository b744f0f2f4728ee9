import { createHash } from "node:crypto";
import { findLastJob, findLastResult, updateRunningJob } from "#db/queries/jobs.ts";
import type { Tx } from "#db/store/store.ts";
import type { Missing, RehearsedChange, StudyDraft } from "#server/draft/draft.ts";
import { auditorSpecs, seatsOf } from "#server/draft/rehearsal/auditors.ts";
import {
  type RehearsalResult,
  type RehearsedSetting,
  rehearsalResultSchema,
} from "#server/draft/rehearsal/result.ts";
import {
  assumedOutcome,
  peopleWithOutcome,
  rehearsalProblems,
  rehearsedRounds,
  rehearsedSettings,
} from "#server/draft/rehearsal/settings.ts";
import { askedRounds, sumUp } from "#server/draft/rehearsal/sum-up.ts";
import { missingIn } from "#server/draft/settings/missing.ts";
import { DomainError } from "#server/errors.ts";
import type { Cast } from "#server/jobs/rehearsal-tasks.ts";
import type { RehearsedRun } from "#server/learner/simulation/rehearsal.ts";
import type { LearningSettings } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import {
  beginJob,
  failJob,
  finishJob,
  type HeldJob,
  type JobStanding,
  readJob,
  renewJob,
  whileHeld,
} from "#server/services/app/long-job.ts";
import { acceptedOf, findFile, requireWhole } from "#server/services/files/stored-file.ts";
import { processWide } from "#server/services/process/process-wide.ts";
import { learningOf } from "#server/services/studies/settings.ts";
import { type CompleteDraft, requireComplete } from "./complete.ts";
import { findOpenDraft, lockDraft, peopleKind } from "./draft.ts";
import { settledSettings } from "./start.ts";

const rehearsalKind = "rehearsal";
/** What ends the work of this process at once when a rehearsal is cancelled. */
const underWay = () => processWide("rehearsals", () => new Map<string, AbortController>());

/**
 * Begins to play a draft with made-up auditors; `readRehearsal` tells how it goes. One that still goes on is given up.
 *
 * @throws DomainError "bad-input" with what is missing or wrong; "draft-outdated"; "busy" while the draft is published
 */
export async function startRehearsal(
  app: App,
  { studyId, accountId, revision }: { studyId: string; accountId: string; revision: number },
): Promise<{ finished: Promise<void> }> {
  const id = app.newId();
  const begun = await app.store.tx(async (tx) => {
    const { draft } = await lockDraft(tx, studyId, app, revision);
    const given = await requirePlayable(tx, studyId, draft);
    const last = await findLastJob(tx, studyId, rehearsalKind);
    const job = await beginJob(tx, { id, studyId, kind: rehearsalKind, accountId }, app);
    return { ...given, job, superseded: last?.id ?? null };
  });
  if (begun.superseded !== null) underWay().get(begun.superseded)?.abort();
  const stop = new AbortController();
  underWay().set(id, stop);
  const finished = whileHeld(app, begun.job, play(app, begun, stop.signal))
    .catch((error) => (stop.signal.aborted ? undefined : failJob(app, begun.job, error, "rehearsal")))
    .finally(() => underWay().delete(id));
  return { finished };
}

/** Gives a rehearsal up, at once. */
export async function cancelRehearsal(app: App, studyId: string): Promise<void> {
  const last = await app.store.tx(async (tx) => {
    const job = await findLastJob(tx, studyId, rehearsalKind);
    if (job?.state !== "running") return null;
    await updateRunningJob(tx, { studyId, ...job }, { state: "cancelled", updatedAt: app.now() });
    return job;
  });
  if (last !== null) underWay().get(last.id)?.abort();
}

function failureOf(standing: JobStanding): string | null {
  if (standing.state === "failed") return standing.message;
  if (standing.state !== "stopped") return null;
  return "Nothing was heard of this rehearsal for a while: the server was stopped, or is very busy. Begin again if it stays so.";
}

/** How the last rehearsal goes, the last one that ended with figures, and whether the draft is still the one that was played. */
export function readRehearsal(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const draft = await findOpenDraft(db, studyId);
    const standing = await readJob(db, studyId, rehearsalKind, app);
    const kept = await findLastResult(db, studyId, rehearsalKind);
    const result = kept === undefined ? null : rehearsalResultSchema.parse(JSON.parse(kept));
    const isCurrent = draft !== null && result?.about === fingerprint(draft);
    const progress = standing.state === "running" ? { done: standing.done, total: standing.total } : null;
    const failure = failureOf(standing);
    return { progress, failure, result, isCurrent };
  });
}

type Given = CompleteDraft & {
  readonly studyId: string;
  readonly packed: Awaited<ReturnType<typeof requireWhole>>["packed"];
};

/** Auditors' words are not needed to play. @throws DomainError "bad-input" */
async function requirePlayable(tx: Tx, studyId: string, draft: StudyDraft): Promise<Given> {
  if (draft.kind === "audit") {
    throw new DomainError("bad-input", "An audit learns nothing, so there is nothing to rehearse.");
  }
  const reading = (await findFile(tx, peopleKind, studyId))?.reading ?? null;
  const complete = requireComplete(draft, reading, isForPlay, rehearsalProblems(draft, reading));
  const { packed } = await requireWhole(tx, peopleKind, { studyId });
  return { studyId, ...complete, packed };
}

const isForPlay = ({ step }: Missing): boolean => step !== "purpose";

type Setting = {
  readonly change: RehearsedChange | null;
  readonly rounds: number;
  readonly settings: LearningSettings;
};

async function play(app: App, given: Given & { job: HeldJob }, signal: AbortSignal): Promise<void> {
  const { draft, reading, job } = given;
  const settings = await Promise.all(
    [null, ...draft.rehearsal.others].map((change) => settle(app, given, change)),
  );
  const cast = await castOf(app, given, settings[0] as Setting, signal);
  const auditors = auditorSpecs(seatsOf(draft), draft.people.columns, reading);
  const count = Number(draft.rehearsal.runs);
  const runs = settings.map((): RehearsedRun[] => []);
  const queue = settings.flatMap((setting, place) =>
    Array.from({ length: count }, (_, run) => ({ setting, place, run })),
  );
  const total = queue.length;
  let done = 0;
  await noteProgress(app, job, { done, total });
  // One run after another: what is only looked at has a single thread, and others' pictures wait for a run, not for all.
  for (const { setting, place, run } of queue) {
    const input = {
      spec: setting.settings.learner,
      columns: draft.people.columns,
      gamma: setting.settings.panel.gamma,
      docket: setting.settings.presentation.docket,
      auditors,
      cast,
      rounds: setting.rounds,
      asked: askedRounds(setting.rounds),
      // The same people come in the same order whatever the setting.
      seed: run + 1,
    };
    (runs[place] as RehearsedRun[])[run] = await app.pool.run("rehearseRun", input, signal);
    done += 1;
    await noteProgress(app, job, { done, total });
  }
  const result: RehearsalResult = {
    v: 1,
    about: fingerprint(draft),
    runs: count,
    seconds: Number(draft.rehearsal.seconds),
    lookedAt: cast.people.length,
    count: cast.count,
    yesShare: cast.yesShare,
    examples: cast.examples.map((example) => ({ ...example, cells: [...example.cells] })),
    settings: settings.map((setting, place) => summary(setting, runs[place] as RehearsedRun[])),
  };
  await app.store.tx((tx) => finishJob(tx, job, result, app.now()));
}

function summary({ change, rounds, settings }: Setting, runs: readonly RehearsedRun[]): RehearsedSetting {
  return sumUp(runs, { change, rounds, guarded: settings.learner.guarded });
}

async function settle(app: App, given: Given, change: RehearsedChange | null): Promise<Setting> {
  const settings = rehearsedSettings(given.draft.settings, change) ?? given.draft.settings;
  const draft = { ...given.draft, settings };
  const wrong = missingIn(draft, given.reading).find(isForPlay);
  if (wrong !== undefined)
    throw new DomainError("bad-input", `The other setting cannot be: ${wrong.message}`);
  const settled = learningOf(await settledSettings(app, { ...given, draft }));
  return { change, rounds: rehearsedRounds(settings), settings: settled };
}

async function castOf(app: App, given: Given, { settings }: Setting, signal: AbortSignal): Promise<Cast> {
  const outcome = assumedOutcome(given.draft.people, given.draft.rehearsal.outcome);
  const people = peopleWithOutcome(given.draft.people, outcome, given.reading);
  const luck = outcome.source === null ? Number(outcome.share) / 100 : null;
  const input = { packed: given.packed, people, spec: settings.learner, luck };
  return acceptedOf(await app.pool.run("castRehearsal", input, signal));
}

/** @throws DomainError "busy" if it was cancelled, or another one has begun */
function noteProgress(app: App, job: HeldJob, progress: { done: number; total: number }): Promise<void> {
  return app.store.tx((tx) => renewJob(tx, job, progress, app));
}

/** Of all that a rehearsal is made of. */
function fingerprint({ people, rules, settings, rehearsal }: StudyDraft): string {
  return createHash("sha256")
    .update(JSON.stringify([people, rules, settings, rehearsal]))
    .digest("hex");
}
