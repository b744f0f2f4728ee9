import { type BallotRow, listLastBallots } from "#db/queries/ballots.ts";
import { insertDraw, insertViolations } from "#db/queries/draws.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { type RoundRow, updateRound } from "#db/queries/rounds.ts";
import { nextTurn } from "#db/store/pause.ts";
import * as t from "#messages/refusals.ts";
import type { AnnulVote } from "#server/audit-log/annulments.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { type CloseReason, closeReasons, isAsAnnounced } from "#server/audit-log/closing.ts";
import { openedRule } from "#server/audit-log/decision-rule.ts";
import { drawnRule } from "#server/audit-log/draw.ts";
import {
  isAudit,
  type LoggedDraw,
  type PublicNumber,
  type StudySettings,
} from "#server/audit-log/entries.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { parseVerdicts } from "#server/audit-log/verdicts.ts";
import { DomainError } from "#server/errors.ts";
import { decidePanel } from "#server/learner/panel/panel.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { recordBefore, recordNow } from "#server/platform/high-water-mark/record-marks.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { closeObjections } from "./asked-objections.ts";
import { closeAnnulments, parseVotes } from "./carried-annulments.ts";
import { reasonNow, seatsThatCount } from "./closes-early.ts";
import { type DrawArguments, drawAtEnd, type EndInputs, prepareEnd } from "./end-draw.ts";
import { freeze } from "./freeze-round.ts";
import { endReceipt, type RoundEndReceipt, requireRound } from "./read-round.ts";

/**
 * Closes a round exactly once, and records in the log whether it ends as its opening announced. Stops the ballots,
 * decides the pairs, draws the rule (not in an audit) and opens the commitments. If the draw needs a public number, it
 * only stops the ballots, and {@link finishRound} does the rest once the number is published. Any further call returns
 * the receipt of the one closing.
 *
 * @throws DomainError "not-found"; "round-closed" if the round was cancelled; "draw-awaited" while the draw of its
 *   opening awaits its public number
 */
export async function closeRound(app: App, key: RoundKey): Promise<RoundEndReceipt> {
  return (await closeOnce(app, key, async () => true)).receipt;
}

/** A condition for closing an open round. */
type IsWanted = (writer: StudyWriter, round: RoundRow) => Promise<boolean>;
type RoundKey = { readonly studyId: string; readonly round: number };

/**
 * Closes a round if a condition holds, and returns whether this call closed it.
 *
 * @param isWanted checked when the study is locked
 * @throws DomainError "round-not-open" if the condition does not hold any more
 */
export async function closeOnce(
  app: App,
  { studyId, round: number }: RoundKey,
  isWanted: IsWanted,
): Promise<Ended> {
  const { settings, round, beacon } = await app.store.read(async (db) => ({
    settings: settingsOf(await requireStudy(db, studyId)),
    round: await requireRound(db, studyId, number),
    beacon: (await findGenesisEntry(db, studyId))?.beacon ?? null,
  }));
  const endedBefore = (now: RoundRow): Ended => ({ receipt: receiptOfClosed(studyId, now), isNew: false });
  if (round.state !== "open") return endedBefore(round);
  if (round.beaconRound !== null && round.beaconSignature === null) throw drawAwaited(round);
  if (beacon === null || settings.drawAt !== "close") {
    return end(app, { studyId, settings, round, isWanted }, null);
  }
  const frozen = await writeStudy(app, studyId, async (writer) => {
    const now = await requireRound(writer.tx, studyId, number);
    if (now.state !== "open") return endedBefore(now);
    if (!(await isWanted(writer, now))) throw notWanted(now);
    return { receipt: await freeze(writer, now, beacon), isNew: true };
  });
  if (frozen.isNew) enqueueFollowUps(app, { studyId, round: number });
  return frozen;
}

/**
 * Closes a round whose ballots were frozen, with the public number that it awaited.
 *
 * @returns whether this call did it; false if another server was faster
 */
export async function finishRound(
  app: App,
  { studyId, round: number }: RoundKey,
  beacon: PublicNumber,
): Promise<boolean> {
  const { settings, round } = await app.store.read(async (db) => ({
    settings: settingsOf(await requireStudy(db, studyId)),
    round: await requireRound(db, studyId, number),
  }));
  if (round.state !== "closing") return false;
  return (await end(app, { studyId, settings, round, isWanted: async () => true }, beacon)).isNew;
}

type Ended = { readonly receipt: RoundEndReceipt; readonly isNew: boolean };

async function end(
  app: App,
  { studyId, settings, round, isWanted }: Ending,
  beacon: PublicNumber | null,
): Promise<Ended> {
  const { number, state } = round;
  const endedBefore = (now: RoundRow): Ended => ({ receipt: receiptOfClosed(studyId, now), isNew: false });
  const prepared = await prepareEnd(app, { studyId, settings, round }).catch(async (error: unknown) => {
    // Another request closed the round meanwhile, so the learner could move on, and the state of this opening is gone.
    const now = await app.store.read((db) => requireRound(db, studyId, number));
    if (now.state === state) throw error;
    return endedBefore(now);
  });
  if ("receipt" in prepared) return prepared;
  await recordBefore(app, studyId, { ending: number });
  const ended = await writeStudy(app, studyId, async (writer) => {
    const now = await requireRound(writer.tx, studyId, number);
    if (now.state !== state) return endedBefore(now);
    if (!(await isWanted(writer, now))) throw notWanted(now);
    return { receipt: await close(writer, now, prepared, beacon), isNew: true };
  });
  await recordNow(app, studyId);
  if (ended.isNew) enqueueFollowUps(app, { studyId, round: number });
  return ended;
}

/** Enqueues the learner's update, the checkpoint with its mail, and a draw that awaits its public number. */
function enqueueFollowUps(app: App, { studyId, round }: RoundKey): void {
  enqueue(app, { kind: "update-learner", studyId });
  enqueue(app, { kind: "mail-checkpoint", studyId, round });
  enqueue(app, { kind: "draw", studyId });
}

type Ending = {
  readonly studyId: string;
  readonly settings: StudySettings;
  readonly round: RoundRow;
  readonly isWanted: IsWanted;
};

function notWanted({ number }: RoundRow): DomainError {
  return new DomainError("round-not-open", t.roundExtended({ round: number }));
}

function drawAwaited({ number, beaconRound }: RoundRow): DomainError {
  return new DomainError("draw-awaited", t.drawAwaited({ round: number, number: String(beaconRound) }));
}

function receiptOfClosed(studyId: string, round: RoundRow): RoundEndReceipt {
  if (round.state === "closing" || round.state === "closed") return endReceipt(studyId, round);
  throw new DomainError("round-closed", t.roundCancelled({ round: round.number }));
}

async function close(
  writer: StudyWriter,
  round: RoundRow,
  prepared: EndInputs,
  beacon: PublicNumber | null,
): Promise<RoundEndReceipt> {
  const { tx, study } = writer;
  const { settings, policy } = prepared;
  const key = { studyId: study.id, round: round.number };
  const panel = await listRoundSeats(tx, study.id, round.number);
  const seats = panel.map(({ seatId }) => seatId);
  const sealed = await listLastBallots(tx, { studyId: study.id, rounds: [round.number] });
  const reason = frozenReason(round) ?? reasonNow(writer, round, seatsThatCount(panel, sealed));
  const ballots = await openBallots(writer, round.number, countingBallots(seats, sealed));
  const people = await listRoundPeople(tx, study.id, round.number);
  await nextTurn();
  const rule = openedRule(decisionOfRound(round));
  const { violations } = decidePanel({
    chances: people.map((person) => person.chance),
    alpha: settings.learner.alpha,
    rule,
    seatCount: seats.length,
    // A tolerance is never a flag.
    flags: round.tolerancePairs === null ? ballots.map(({ verdicts }) => flagsOf(verdicts)) : [],
    // An audit has no learner, so each reported pair counts in full.
    pairRule: isAudit(settings) ? "all" : settings.learner.pairRule,
  });
  const draw = policy && (await drawAtEnd(writer, round, { policy, seats, beacon }));
  const annulments = await closeAnnulments(writer, round.number, {
    votes: ballots.map(({ votes }) => votes),
    rule: bindPanelRule(rule, seats.length),
  });
  await nextTurn();
  const closed = writer.append("round.closed", {
    round: round.number,
    reason,
    asAnnounced: isAsAnnounced(round.closing, reason),
    violations: violations.map((violation) => ({ ...violation })),
    ...prepared.seed,
    ...(annulments.length > 0 && { annulments }),
    ...(policy && draw && { ...resamplesOf(policy, draw), draw }),
    ...(beacon && { beacon }),
  });
  await insertViolations(
    tx,
    violations.map((violation) => ({ ...key, ...violation })),
  );
  if (draw !== null && settings.drawAt === "close") {
    await insertDraw(
      tx,
      { ...key, u: draw.u, hypothesis: drawnRule(draw), drawnAt: closed.at },
      draw.decisions,
    );
  }
  if (beacon !== null) {
    const found = { beaconSignature: beacon.signature, beaconTrouble: null };
    await updateRound(tx, { studyId: study.id, number: round.number }, found);
  }
  const end = { closedSeq: closed.seq, closedAt: closed.at, closedHash: closed.hash, closeReason: reason };
  await updateRound(tx, { studyId: study.id, number: round.number }, { state: "closed", ...end });
  await closeObjections(writer, round.number, seats);
  return endReceipt(study.id, { ...round, state: "closed", ...end });
}

/** Returns the reason recorded when a round's ballots were frozen. */
function frozenReason({ state, closeReason: said }: RoundRow): CloseReason | undefined {
  return state === "closing" ? closeReasons.find((word) => word === said) : undefined;
}

type OpenedBallot = { readonly verdicts: readonly Verdict[]; readonly votes: readonly AnnulVote[] };

/**
 * Opens the ballots that count, each in an entry of its own.
 * @returns the verdicts and votes by place; none for a seat that has not sealed
 */
async function openBallots(
  { append }: StudyWriter,
  round: number,
  ballots: readonly (BallotRow | null)[],
): Promise<OpenedBallot[]> {
  const opened: OpenedBallot[] = [];
  for (const ballot of ballots) {
    if (ballot === null) {
      opened.push({ verdicts: [], votes: [] });
      continue;
    }
    // Lets waiting page requests run between two ballots, which may be large.
    await nextTurn();
    const { seatId: seat, version, salt, nonce, shown } = ballot;
    const verdicts = parseVerdicts(ballot.verdicts);
    const votes = parseVotes(ballot.votes);
    const said = { verdicts, ...(votes.length > 0 && { votes }) };
    append("ballot.opened", { round, seat, version, salt, nonce, shown, ...said });
    opened.push({ verdicts, votes });
  }
  return opened;
}

function flagsOf(verdicts: readonly Verdict[]): [number, number][] {
  return verdicts.filter(([, , word]) => word === "unfair").map(([high, low]) => [high, low]);
}

function resamplesOf({ resamples }: DrawArguments, { decisions }: LoggedDraw): { resamples?: number[] } {
  if (resamples.length === 0) return {};
  return { resamples: resamples.map((count, position) => (decisions[position] === 1 ? count : 0)) };
}
