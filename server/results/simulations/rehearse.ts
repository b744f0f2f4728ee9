import { createHash } from "node:crypto";
import { findLastJob, findLastResult } from "#db/queries/jobs.ts";
import { countRuns } from "#db/queries/runs.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { decisionOfSeats, openedRule } from "#server/audit-log/decision-rule.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type JobStatus, readJob } from "#server/platform/app/job-lease.ts";
import type { PlanInput } from "#server/simulation/plan.ts";
import { auditorSpecs, evenWeights, seatsOf } from "#server/simulation/rehearsal/auditors.ts";
import { rehearsalResultSchema } from "#server/simulation/rehearsal/result.ts";
import {
  assumedOutcome,
  peopleWithOutcome,
  rehearsalProblems,
  rehearsedRounds,
  rehearsedSettings,
} from "#server/simulation/rehearsal/settings.ts";
import { assumedPanels, fittedOf, isSamePair, seatsWith } from "#server/simulation/rehearsal/strictness.ts";
import { panelNames } from "#server/simulation/rehearsal/sum-up.ts";
import { everyRoundSeries } from "#server/simulation/series.ts";
import { findOpenDraft, lockDraft, peopleKind, requireOpenDraft } from "#server/studies/drafts/open-draft.ts";
import { type CompleteDraft, requireComplete } from "#server/studies/drafts/require-complete.ts";
import { settledSettings } from "#server/studies/drafts/start.ts";
import { learningOf } from "#server/studies/settings.ts";
import { acceptedOf, findFile, requireWholeUpload } from "#server/studies/uploads/stored-file.ts";
import type { Missing, RehearsedChange, StudyDraft } from "#server/study/draft.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";
import type { RehearsalPage } from "./play-draft.ts";
import { simulatedSelection } from "./simulated-selection.ts";
import { type Begun, begin, simulationKind } from "./start-simulation.ts";

/**
 * Starts a rehearsal: a simulation of a draft's study over the people of its file. Use `readRehearsal` for its progress.
 *
 * @throws DomainError "bad-input" with everything that is missing or wrong; "draft-outdated"; "busy" while the draft is
 *   published, or while a simulation of the study is running
 */
export async function startRehearsal(
  app: App,
  { studyId, accountId, revision }: { studyId: string; accountId: string; revision: number },
): Promise<Begun> {
  const given = await app.store.tx(async (tx) => {
    const { draft } = await lockDraft(tx, studyId, app, revision);
    return requirePlayable(tx, studyId, draft);
  });
  const { rehearsal } = given.draft;
  const changes = [null, ...rehearsal.others];
  const fitted = await requireFitted(app, given);
  const plan = JSON.stringify(await planOfDraft(app, given, changes, fitted?.points));
  const about = fingerprint(given.draft);
  const page: RehearsalPage = { about, seconds: Number(rehearsal.seconds), changes, fitted };
  return begin(app, { studyId, accountId }, async (tx) => {
    await lockDraft(tx, studyId, app, revision);
    const number = (await countRuns(tx, studyId)) + 1;
    return { name: t.rehearsalName({ number }), plan, page };
  });
}

/** Returns the progress of a running rehearsal, or why the last one failed. */
export function progressOf(status: JobStatus) {
  const progress = status.state === "running" ? { done: status.done, total: status.total } : null;
  return { progress, failure: failureOf(status) };
}

function failureOf(status: JobStatus): string | null {
  if (status.state === "failed") return status.message;
  if (status.state !== "stopped") return null;
  return t.rehearsalStopped();
}

/**
 * Reads the progress of the study's simulation, the last rehearsal that ended with figures, and whether the draft has
 * changed since.
 */
export function readRehearsal(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const draft = await findOpenDraft(db, studyId);
    const last = await findLastJob(db, studyId, simulationKind);
    const { progress, failure } = progressOf(await readJob(db, studyId, simulationKind, app));
    const kept = await findLastResult(db, studyId, simulationKind);
    const result = kept === undefined ? null : rehearsalResultSchema.parse(JSON.parse(kept));
    const isCurrent = draft !== null && result?.about === fingerprint(draft);
    // A simulation over synthetic people has no parameters, and its failure is shown with it.
    return { progress, failure: last?.params == null ? null : failure, result, isCurrent };
  });
}

type RehearsalInputs = CompleteDraft & {
  readonly studyId: string;
  readonly packed: Awaited<ReturnType<typeof requireWholeUpload>>["packed"];
  readonly file: { readonly name: string; readonly hash: string };
};

/**
 * Checks that a draft can be rehearsed. The texts for auditors are not needed.
 *
 * @param isStarting whether the choices of the rehearsal are checked too
 * @throws DomainError "bad-input"
 */
async function requirePlayable(
  db: Reader,
  studyId: string,
  draft: StudyDraft,
  isStarting = true,
): Promise<RehearsalInputs> {
  if (draft.kind === "audit") {
    throw new DomainError("bad-input", t.auditNotRehearsed());
  }
  const reading = (await findFile(db, peopleKind, studyId))?.reading ?? null;
  const complete = requireComplete(
    draft,
    reading,
    isForPlay,
    isStarting ? rehearsalProblems(draft, reading) : [],
  );
  const { packed, name, hash } = await requireWholeUpload(db, peopleKind, { studyId });
  return { studyId, ...complete, packed, file: { name, hash } };
}

const isForPlay = ({ step }: Missing): boolean => step !== "purpose";

/** Returns the plan of a draft. It is stored with its results, because the draft can still change. */
async function planOfDraft(
  app: App,
  given: RehearsalInputs,
  changes: readonly (RehearsedChange | null)[],
  fittedPoints: number | undefined,
): Promise<PlanInput> {
  const { draft, reading, file } = given;
  const seats = seatsOf(draft);
  const auditorsWith = (points: number | undefined) =>
    auditorSpecs(points === undefined ? seats : seatsWith(seats, points), draft.people.columns, reading);
  const selection = await simulatedSelection(app, draft, seats.length);
  const learners = await Promise.all(
    changes.map(async (change, place) => ({
      name: String.fromCharCode(65 + place),
      ...(await settle(app, given, { change, seatCount: selection?.size ?? seats.length })),
    })),
  );
  const [own] = learners;
  if (own === undefined) throw new Error("a rehearsal without a setting");
  const outcome = assumedOutcome(draft.people, draft.rehearsal.outcome);
  const list = draft.rules.kind === "listed" ? draft.rules.list : null;
  return {
    world: {
      kind: "draft",
      file: file.name,
      hash: file.hash,
      ...(list !== null && { rulesFile: list.name }),
      people: peopleWithOutcome(draft.people, outcome, reading),
      luck: outcome.source === null ? Number(outcome.share) / 100 : null,
    },
    environment: { kind: "passes" },
    panel: { auditors: auditorsWith(fittedPoints), ...(selection && { selection }) },
    learners: [
      ...learners,
      ...(["strict", "mild"] as const).map((panel) => ({
        ...{ ...own, name: panelNames[panel], auditors: auditorsWith(assumedPanels[panel]) },
      })),
    ],
    roundSize: own.spec.roundSize,
    alpha: own.spec.alpha,
    eps: own.spec.eps,
    horizons: [rehearsedRounds(draft.settings)],
    seeds: Number(draft.rehearsal.runs),
    series: everyRoundSeries,
  };
}

/** Chooses the pairs about which an operator is asked how strict the panel is. */
export async function readStrictnessPairs(app: App, studyId: string) {
  const given = await app.store.read(async (db) =>
    requirePlayable(db, studyId, await requireOpenDraft(db, studyId), false),
  );
  return choosePairs(app, given);
}

async function choosePairs(app: App, { packed, draft, reading }: RehearsalInputs) {
  const { people, settings } = draft;
  const weights = evenWeights(people.columns, reading);
  const alphaPoints = Number(settings.alphaPoints);
  return acceptedOf(await app.pool.run("chooseStrictnessPairs", { packed, people, weights, alphaPoints }));
}

/** Returns the estimate by the answers. @throws DomainError "bad-input" if they are about other pairs than today's */
async function requireFitted(app: App, given: RehearsalInputs) {
  const { rehearsal, settings } = given.draft;
  const { answers } = rehearsal.strictness;
  if (answers.length === 0) return null;
  const { pairs } = await choosePairs(app, given);
  if (!answers.every((answer) => pairs.some((pair) => isSamePair(pair, answer))))
    throw new DomainError("bad-input", t.strictnessOutdated());
  return fittedOf(rehearsal.strictness, Number(settings.alphaPoints));
}

async function settle(
  app: App,
  given: RehearsalInputs,
  { change, seatCount }: { change: RehearsedChange | null; seatCount: number },
) {
  const settings = rehearsedSettings(given.draft.settings, change) ?? given.draft.settings;
  const draft = { ...given.draft, settings };
  const wrong = missingIn(draft, given.reading).find(isForPlay);
  if (wrong !== undefined) throw new DomainError("bad-input", t.otherSettingFails({ reason: wrong.message }));
  const { learner, panel, presentation } = learningOf(await settledSettings(app, { ...given, draft }));
  const decision = decisionOfSeats(panel, seatCount);
  if (decision === undefined) throw new Error("a rule that its panel cannot meet");
  return { spec: learner, rule: openedRule(decision), docket: presentation.docket };
}

/** Returns a hash of all inputs of a rehearsal. */
function fingerprint({ people, rules, settings, rehearsal }: StudyDraft): string {
  return createHash("sha256")
    .update(JSON.stringify([people, rules, settings, rehearsal]))
    .digest("hex");
}
