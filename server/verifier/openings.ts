import * as say from "#messages/differences.ts";
import { awaitedParts } from "#server/audit-log/beacon/awaited-parts.ts";
import { announcedClosing } from "#server/audit-log/closing.ts";
import { type AuditSettings, type Entry, type EntryBody, isAudit } from "#server/audit-log/entries.ts";
import { groupColumns } from "#server/audit-log/groups.ts";
import { taggedHash } from "#server/audit-log/hash.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";
import { ordinalOf, personIdOf } from "#server/audit-log/pseudonyms.ts";
import { inputsHash, seedTreeSize } from "#server/audit-log/seeds.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import { nextNumber, withOpened } from "#server/learner/interface/open-rounds.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { chanceOfCell } from "#server/learner/policy/fixed.ts";
import { checkCarried } from "./annulments.ts";
import { nameNumber, requireTaking } from "./beacon.ts";
import { noPanel } from "./checked-panel.ts";
import { checkDocket } from "./docket.ts";
import { panelCheck } from "./panel.ts";
import type { ReservationKind } from "./reservations.ts";
import type { StudyState } from "./study.ts";

type Body = EntryBody<"round.opened">;

export function roundOpened(study: StudyState, entry: Entry<"round.opened">): void {
  const { body } = entry;
  checkPlace(study, body);
  const chances = body.people.map(({ chance }) => chance);
  const pairs = eligiblePairs(chances, study.settings.learner.alpha);
  const mustAsk = checkAnnounced(study, entry, pairs.length);
  checkChosen(study, body);
  checkPeople(study, body);
  const checkPanel = panelCheck(study, body);
  const seated = body.panel === null ? noPanel : checkPanel(body, null);
  checkDocket(study, body, pairs);
  checkCarried(study, body, pairs.length > 0);
  const opening = isAudit(study.settings)
    ? checkAudit(study, study.settings, body)
    : checkPolicy(study, body);
  study.openings = withOpened(study.openings, { t: nextNumber(study.openings), round: body.round });
  study.openRounds.set(body.round, {
    opened: body,
    openedHash: study.entryHash,
    inputsHash: inputsHash(entry.study, entry.prev, body),
    seated,
    checkPanel,
    tolerancePairs: null,
    mustAsk,
    deadlineAt: body.deadlineAt,
    sealed: new Map(),
    proofs: new Map(),
    ballots: [],
    opening,
    drawCommitment: body.drawCommitment,
    named: body.beaconRound === undefined ? null : nameNumber(study, entry.at, body.beaconRound),
    frozen: null,
    signature: null,
    fixedNumber: null,
    isSpent: false,
    decisions: [],
  });
  study.lastRound = body.round;
  for (const { person } of body.people) {
    study.roundOf.set(person, body.round);
    study.shown.add(person);
  }
  noteReopened(study, body);
  study.learning?.effect(entry);
}

/** Counts each cancelled round once whose people are opened again. */
function noteReopened({ findings, cancelledRoundOf, reopened }: StudyState, { people }: Body): void {
  for (const { person } of people) {
    const cancelled = cancelledRoundOf.get(person);
    if (cancelled === undefined || reopened.has(cancelled)) continue;
    reopened.add(cancelled);
    findings.reserve("reopened-rounds");
  }
}

function checkPlace(study: StudyState, body: Body): void {
  const { findings, learning, settings } = study;
  findings.atMost(say.openRounds(), maxOpenRounds - 1, study.openRounds.size);
  findings.same(say.numberOfRound(), study.lastRound + 1, body.round);
  findings.atMost(say.numberOfRound(), seedTreeSize, body.round);
  findings.same("t", nextNumber(study.openings), body.t);
  findings.same("appliedSeq", learning?.appliedSeq ?? 0, body.appliedSeq);
  const last = learning?.lastEffect ?? 0;
  findings.require(
    last <= body.appliedSeq,
    say.opening(),
    say.withEffects({ seq: String(last) }),
    body.appliedSeq,
  );
  findings.same(say.versionOfGuidelines(), study.guidelineVersion, body.guidelineVersion);
  const awaited = awaitedParts({ beacon: study.beacon, drawAt: settings.drawAt, how: study.selection.how });
  const isDrawn = !isAudit(settings) && settings.drawAt === "opening" && !awaited.draw;
  findings.presence(say.drawCommitment(), isDrawn, body.drawCommitment !== null);
  findings.same(say.publicNumberAwaited(), awaited.panel || awaited.draw, body.beaconRound !== undefined);
  findings.same(say.panelAwaited(), awaited.panel, body.panel === null);
  const isUndecided = body.neededFlags === null && body.rule === undefined;
  findings.require(body.panel !== null || isUndecided, say.panel(), say.none(), body.neededFlags);
}

/**
 * Checks how the round will close.
 * @returns whether it stays open only because its panel is asked for tolerances by the next entry
 */
function checkAnnounced(
  { findings, settings }: StudyState,
  { at, body }: Entry<"round.opened">,
  pairCount: number,
): boolean {
  const isLate = body.deadlineAt !== null && body.deadlineAt <= at;
  findings.require(!isLate, say.deadline(), say.after({ time: String(at) }), body.deadlineAt);
  const round = { pairCount, ...settings.panel, deadlineAt: body.deadlineAt };
  const closesAtOnce = announcedClosing({ ...round, asksTolerances: false }) === "no-pairs";
  const mustAsk = closesAtOnce && body.closing !== "no-pairs" && body.people.length > 1;
  const closing = announcedClosing({ ...round, asksTolerances: mustAsk });
  findings.same(say.announcedClosing(), closing, body.closing);
  return mustAsk;
}

/** Checks how the people were chosen. */
function checkChosen(study: StudyState, body: Body): void {
  const { findings, settings } = study;
  findings.same(say.peopleByLot(), isAudit(settings), body.chosen === "by-lot");
  if (body.chosen === "by-lot") return;
  const people = body.people.map(({ person }) => person);
  if (body.chosen === "by-operator") {
    findings.reserve("by-operator");
    const sorted = people.toSorted((a, b) => ordinalOf(a) - ordinalOf(b));
    findings.same(say.orderOfPeople(), sorted, people);
    return;
  }
  const first = [...waitingPeople(study, settings.learner.roundSize)];
  findings.same(say.peopleInImportOrder(), first, people);
}

function checkPeople(study: StudyState, body: Body): void {
  const { findings, settings } = study;
  const people = body.people.map(({ person }) => person);
  findings.same(say.differentPeople(), people.length, new Set(people).size);
  findings.atMost(say.peopleOfRound(), settings.learner.roundSize, people.length);
  for (const { person, digest } of body.people) {
    const isWaiting = study.hasImported(person) && !study.roundOf.has(person) && !study.erased.has(person);
    findings.require(isWaiting, say.person({ person }), say.waitingPerson(), say.notWaiting());
    // Also for an erased person: the cells are gone, and the digest stays.
    const imported = study.people.digests.get(person);
    if (imported !== undefined) findings.same(say.digestOf({ person }), imported, digest);
    const one = study.people.known.get(person);
    if (one !== undefined) {
      findings.same(
        say.cellsOf({ person }),
        settings.learner.columns.length + groupColumns(settings).length,
        one.cells.length,
      );
    }
  }
}

/** Compares the logged policy of an opening with the learner's, character by character. */
function checkPolicy(study: StudyState, body: Body): Opening | null {
  const { findings, learning } = study;
  const cells = body.people.map(({ person }) => study.askedCellsOf(person));
  const opening = learning?.open(cells, body) ?? "not-known";
  if (opening === "over-budget") findings.reserve("over-budget");
  if (opening === "not-known") findings.reserve(reasonNotKnown(study));
  if (typeof opening === "string") {
    checkSchedule(study, body);
    return null;
  }
  const { t, chances, eta, fairnessWeight, guard, picks } = opening;
  findings.same(say.tOfLearner(), t, body.t);
  findings.same("eta", eta, body.eta);
  findings.same(say.fairnessWeight(), fairnessWeight, body.fairnessWeight);
  findings.same(say.guard(), guard ?? null, body.guard ?? null);
  findings.same(say.numbersOfPicks(), picks ?? null, body.picks ?? null);
  for (const [position, { person, chance }] of body.people.entries()) {
    const isEqual = findings.same(say.chanceOf({ person }), chances[position], chance);
    if (isEqual) findings.computed.chances += 1;
  }
  return opening;
}

function reasonNotKnown({ hasFeatures, hasRules }: StudyState): ReservationKind {
  if (!hasFeatures) return "no-features";
  return hasRules ? "features-erased" : "no-rules";
}

/** Checks the parts of a policy that depend on no person's features, where chances cannot be computed. */
function checkSchedule({ findings, learning, openings }: StudyState, body: Body): void {
  findings.guard(say.schedule(), () => {
    learning?.checkCourse(body);
    const scheduled = learning?.scheduled(nextNumber(openings)) ?? null;
    if (scheduled === null) return;
    findings.same("eta", scheduled.eta, body.eta);
    findings.same(say.fairnessWeight(), scheduled.fairnessWeight, body.fairnessWeight);
  });
}

/** Checks an audit's round: the chances are cells, and the people were drawn at random. */
function checkAudit(study: StudyState, { learner }: AuditSettings, body: Body): null {
  const { findings } = study;
  findings.same(
    say.numbersOfLearner(),
    [null, null, null],
    [body.eta, body.fairnessWeight, body.guard ?? body.picks ?? null],
  );
  const column = learner.columns.findIndex(({ name }) => name === learner.chance.column);
  for (const { person, chance } of body.people) {
    const cell = study.cellsOf(person)?.[column];
    if (typeof cell !== "string") continue;
    const isEqual = findings.same(say.chanceOf({ person }), chanceOfCell(cell, learner.chance.unit), chance);
    if (isEqual) findings.computed.chances += 1;
  }
  const lots = [...waitingPeople(study)].map((person) => ({
    person,
    lot: taggedHash("round-people", body.noiseSeed, person),
  }));
  lots.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  const drawn = lots.slice(0, learner.roundSize).map(({ person }) => person);
  findings.same(
    say.peopleDrawn(),
    drawn,
    body.people.map(({ person }) => person),
  );
  return null;
}

/** Yields the waiting people in import order, lazily, so that a caller who needs a few reads only a few. */
function* waitingPeople(study: StudyState, most = Number.POSITIVE_INFINITY): Generator<string> {
  let left = most;
  for (const [first, last] of study.imported) {
    for (let number = Math.max(first, study.firstWaiting); number <= last; number += 1) {
      const person = personIdOf(number);
      if (left === 0) return;
      if (!study.roundOf.has(person) && !study.erased.has(person)) {
        left -= 1;
        yield person;
      } else if (number === study.firstWaiting) study.firstWaiting = number + 1;
    }
  }
}

export function roundExtended(study: StudyState, { at, body }: Entry<"round.extended">): void {
  const { findings } = study;
  const open = study.findOpen(body.round);
  if (open === null) return;
  requireTaking(study, open, say.extension());
  const isLater = open.deadlineAt !== null && body.deadlineAt > Math.max(at, open.deadlineAt);
  findings.require(
    isLater,
    say.deadline(),
    say.afterBoth({ one: String(open.deadlineAt), other: String(at) }),
    body.deadlineAt,
  );
  open.deadlineAt = body.deadlineAt;
}
