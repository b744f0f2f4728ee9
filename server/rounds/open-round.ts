import { insertDraw } from "#db/queries/draws.ts";
import { findLatestGuideline } from "#db/queries/guidelines.ts";
import type { PersonRow } from "#db/queries/people.ts";
import { insertRound, listOpenRounds } from "#db/queries/rounds.ts";
import { assignPeople, listWaitingAmong } from "#db/queries/waiting.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { awaitedParts } from "#server/audit-log/beacon/awaited-parts.ts";
import { namedBeaconRound } from "#server/audit-log/beacon-chain.ts";
import { announcedClosing, type Chosen } from "#server/audit-log/closing.ts";
import { docketOfRound } from "#server/audit-log/docket.ts";
import type { DocketPair } from "#server/audit-log/docket-ways.ts";
import { drawLogged, drawnRule } from "#server/audit-log/draw.ts";
import { type EntryBody, isAudit, type LoggedDraw, type StudySettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";
import { drawCommitment, inputsHash, noiseSeed } from "#server/audit-log/seeds.ts";
import { tolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { seedLink } from "#server/platform/app/seed-trees.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { recordBefore, recordNow } from "#server/platform/high-water-mark/record-marks.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { hasSteps } from "#server/studies/learner/read-steps.ts";
import { prepareLottery } from "#server/studies/panel-lottery.ts";
import { nextRoundOf, refuseEnded, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { logQuestion } from "./ask-tolerances.ts";
import { askObjections } from "./asked-objections.ts";
import { carryAnnulments, nextAnnulments } from "./carried-annulments.ts";
import { choosePanel, type PanelInput } from "./choose-panel.ts";
import { choosePeople } from "./choose-people.ts";
import { closeRound } from "./close-round.ts";
import { type Made, makeOpening } from "./make-opening.ts";
import { roundRows } from "./round-rows.ts";

export type OpenRoundInput = {
  readonly studyId: string;
  /** The number that the round must get; any if absent. */
  readonly nextRound?: number | undefined;
  /** The people of the round. If absent: the next k in the order of the files, or in an audit a random draw. */
  readonly personIds?: readonly string[];
  readonly deadlineAt?: number;
  /** Whether the panel is asked for tolerances if no pair can be judged. The round then stays open. */
  readonly asksTolerances?: boolean;
} & PanelInput;

export type OpenedReceipt = {
  readonly round: number;
  readonly seq: number;
  readonly hash: string;
  /** Whether the round was closed at once, or will be after its draw, since it has no pair to judge. */
  readonly isClosed: boolean;
};

const attemptLimit = 5;

type Prepared = {
  readonly settings: StudySettings;
  readonly number: number;
  /** The positions of the log and of the learner at that moment. */
  readonly nextSeq: number;
  readonly appliedSeq: number;
  readonly link: string;
  readonly people: readonly PersonRow[];
  readonly features: readonly Features[];
  readonly chosen: Chosen;
  readonly pairs: readonly Pair[];
  readonly docket: DocketPair[] | null;
  /** The pairs for which the panel is asked for tolerances; none if it is not asked. */
  readonly asked: [number, number][];
} & Made;

/**
 * Opens the next round. Its chances come from the state with every closed round applied, or in an audit from the file.
 * They are logged before they are shown. A round without a pair to judge needs no panel: if the study is set up so, it
 * is closed at once, unless the panel is asked for tolerances. With a beacon, the lot of a panel and a draw at opening
 * await a public number that the opening names.
 * @throws DomainError "too-many-open-rounds", "not-enough-people", "no-seats", "more-seats-than-members",
 *   "panel-cannot-decide", "quotas-not-met", "too-many-types", "horizon-passed", "study-ended", "learner-busy" if the
 *   update of the previous round takes too long, "draft-outdated" if the round would get another number, "bad-input"
 */
export async function openRound(app: App, input: OpenRoundInput): Promise<OpenedReceipt> {
  for (let attempt = 1; attempt <= attemptLimit; attempt += 1) {
    await applyUpdates(app, input.studyId);
    await prepareLottery(app, input);
    const prepared = await prepare(app, input);
    await recordBefore(app, input.studyId, { opening: prepared.number });
    const opened = await writeStudy(app, input.studyId, (writer) => write(writer, prepared, input));
    if (opened === undefined) continue;
    await recordNow(app, input.studyId);
    const { closing, awaitsNumber, ...receipt } = opened;
    const isClosed = closing === "no-pairs";
    // A lot or a draw that its opening awaits comes first: the process that makes it closes the round.
    if (isClosed && !awaitsNumber) await closeRound(app, { ...input, round: receipt.round });
    enqueue(app, { kind: "keep-checkpoints", studyId: input.studyId });
    enqueue(app, { kind: "draw", studyId: input.studyId });
    return { ...receipt, isClosed };
  }
  throw new DomainError("learner-busy", t.outcomesTooFastToOpen());
}

async function prepare(app: App, input: OpenRoundInput): Promise<Prepared> {
  const { studyId, nextRound, personIds, deadlineAt, asksTolerances = false } = input;
  refusePast(deadlineAt ?? null, app.now());
  const study = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    refuseEnded(study);
    await refuseTooMany(db, studyId);
    return study;
  });
  const settings = settingsOf(study);
  const { nextSeq, appliedSeq } = study;
  const number = nextRoundOf(study);
  if (nextRound !== undefined && nextRound !== number) {
    throw new DomainError("draft-outdated", t.nextRoundOutdated({ round: nextRound }));
  }
  const { link } = await seedLink(app, studyId, number);
  const { people, chosen } = await choosePeople(app, { studyId, settings, link, ids: personIds });
  const features = people.map((person) => readCells(person.features));
  const made = await makeOpening(app, { studyId, appliedSeq, settings, link, people: features });
  const { chances } = made.published;
  const pairs = eligiblePairs(chances, settings.learner.alpha);
  const docket = docketOfRound(settings, { pairs, chances, people: features, noiseSeed: noiseSeed(link) });
  const isAsked = asksTolerances && pairs.length === 0;
  const asked = isAsked ? tolerancePairs(settings, { chances, people: features }) : [];
  const round = { number, people, chosen, features, pairs, docket, asked };
  return { settings, nextSeq, appliedSeq, link, ...round, ...made };
}

/** Writes a prepared opening. @returns undefined if anything that it depends on has changed since */
async function write(writer: StudyWriter, prepared: Prepared, input: OpenRoundInput) {
  const { deadlineAt = null } = input;
  const { tx, study, now } = writer;
  refuseEnded(study);
  // Preparing takes some time, and the entry's clock never runs back.
  refusePast(deadlineAt, now);
  await refuseTooMany(tx, study.id);
  if (nextRoundOf(study) !== prepared.number || (await isOutdated(writer, prepared))) return undefined;
  const { settings, link } = prepared;
  const present = settingsOf(study);
  const { beacon = null } = (await findGenesisEntry(tx, study.id)) ?? {};
  const awaited = awaitedParts({ beacon, drawAt: settings.drawAt, how: present.panel.selection.how });
  const lot = { settings: present, noiseSeed: noiseSeed(link), awaitsNumber: awaited.panel };
  const chosen = await choosePanel(writer, lot, input);
  if (chosen === undefined) return undefined;
  const { roundPanel, seatCount, ...ofPanel } = chosen;
  const awaitsNumber = awaited.panel || awaited.draw;
  const still = await listWaitingAmong(
    tx,
    study.id,
    prepared.people.map((person) => person.id),
  );
  if (still.length !== prepared.people.length) {
    throw new DomainError("busy", t.peopleTaken());
  }
  const guideline = await findLatestGuideline(tx, study.id);
  const carried = await nextAnnulments(writer, prepared.pairs.length);
  const inputs: Inputs = {
    ...openingBody(prepared),
    ...ofPanel,
    guidelineVersion: guideline?.version ?? 1,
    deadlineAt,
    closing: announcedClosing({
      pairCount: prepared.pairs.length,
      ...settings.panel,
      deadlineAt,
      asksTolerances: prepared.asked.length > 0,
    }),
    ...(carried.reports.length > 0 && { annulments: carried.reports }),
    ...(beacon !== null && awaitsNumber && { beaconRound: namedBeaconRound(beacon, now) }),
  };
  const bound = inputsHash(study.id, writer.head(), inputs);
  const isDrawn = settings.drawAt === "opening" && !awaited.draw;
  const draw =
    isDrawn && prepared.policy !== null ? drawNow(study.id, prepared, prepared.policy, bound) : null;
  const body = {
    ...inputs,
    drawCommitment: draw && drawCommitment({ link, inputsHash: bound, ...draw }),
  };
  const opened = writer.append("round.opened", body);
  await insertRound(
    tx,
    roundRows(study.id, body, {
      ...{ bound, roundPanel, seatCount, pairCount: prepared.pairs.length },
      ...opened,
    }),
  );
  await carryAnnulments(writer, body.round, carried);
  await askObjections(writer, body.round, prepared.pairs.length);
  if (prepared.asked.length > 0) await logQuestion(writer, { round: body.round, pairs: prepared.asked });
  if (draw !== null) {
    const row = {
      studyId: study.id,
      round: body.round,
      u: draw.u,
      hypothesis: drawnRule(draw),
      drawnAt: opened.at,
    };
    await insertDraw(tx, row, draw.decisions);
  }
  await assignPeople(tx, {
    studyId: study.id,
    ids: body.people.map(({ person }) => person),
    round: body.round,
  });
  writer.patch({ roundCount: body.round, skippedLinks: 0, state: "running" });
  return { round: body.round, closing: body.closing, awaitsNumber, seq: opened.seq, hash: opened.hash };
}

async function isOutdated({ tx, study }: StudyWriter, prepared: Prepared): Promise<boolean> {
  // The next people, and a random choice of people, depend on all who wait, so their list must not have changed.
  // Until the first opening the settings may be revised too.
  const isNamed = prepared.chosen === "by-operator" && study.state !== "ready";
  if (!isNamed && study.nextSeq !== prepared.nextSeq) return true;
  if (isAudit(prepared.settings)) return false;
  // The opening is a step of the learner in the order of the log, so no other step may come between its state and it.
  const isBehind = await hasSteps(tx, { studyId: study.id, after: study.appliedSeq });
  return study.appliedSeq !== prepared.appliedSeq || isBehind;
}

type Inputs = Omit<EntryBody<"round.opened">, "drawCommitment">;

function openingBody(prepared: Prepared) {
  const { number, appliedSeq, published, people, chosen, link, docket } = prepared;
  return {
    round: number,
    t: published.t,
    appliedSeq,
    people: people.map((person, position) => ({
      person: person.id,
      digest: person.digest,
      chance: published.chances[position] ?? "",
    })),
    chosen,
    eta: published.eta,
    fairnessWeight: published.fairnessWeight,
    ...(published.guard && { guard: { ...published.guard, base: [...published.guard.base] } }),
    ...(published.picks && { picks: published.picks }),
    noiseSeed: noiseSeed(link),
    docket,
  };
}

function drawNow(
  studyId: string,
  { number: round, link, features: people }: Prepared,
  policy: NonNullable<Made["policy"]>,
  bound: string,
): LoggedDraw {
  return drawLogged({
    studyId,
    round,
    link,
    inputsHash: bound,
    nonceHashes: [],
    beacon: null,
    people,
    ...policy,
  });
}

function refusePast(deadlineAt: number | null, now: number): void {
  if (deadlineAt !== null && deadlineAt <= now) throw badInput(t.deadlineInPast(), "deadlineAt");
}

async function refuseTooMany(db: Reader, studyId: string): Promise<void> {
  if ((await listOpenRounds(db, studyId)).length < maxOpenRounds) return;
  throw new DomainError("too-many-open-rounds", t.tooManyOpenRounds({ count: maxOpenRounds }));
}
