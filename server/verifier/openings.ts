import { announcedClosing } from "#server/audit-log/closing.ts";
import { type AuditSettings, type Entry, type EntryBody, isAudit } from "#server/audit-log/entries.ts";
import { taggedHash } from "#server/audit-log/hash.ts";
import { ordinalOf, personIdOf } from "#server/audit-log/pseudonyms.ts";
import { inputsHash } from "#server/audit-log/seeds.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { chanceOfCell } from "#server/learner/policy/fixed.ts";
import { nameNumber, requireTaking } from "./beacon.ts";
import { checkDocket } from "./docket.ts";
import { checkPanel } from "./panel.ts";
import type { ReservationKind } from "./report.ts";
import { beaconUse, type StudyState } from "./study.ts";

type Body = EntryBody<"round.opened">;

export function roundOpened(study: StudyState, entry: Entry<"round.opened">): void {
  const { body } = entry;
  checkPlace(study, body);
  const mustAsk = checkAnnounced(study, entry);
  checkChosen(study, body);
  checkPeople(study, body);
  const reserve = checkPanel(study, body);
  checkDocket(study, body);
  const opening = isAudit(study.settings)
    ? checkAudit(study, study.settings, body)
    : checkPolicy(study, body);
  study.open = {
    opened: body,
    openedHash: study.entryHash,
    inputsHash: inputsHash(entry.study, entry.prev, body),
    panel: [...body.panel],
    reserve,
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
  };
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
  findings.require(study.open === null, "opening", "the round before has ended", study.open?.opened.round);
  findings.same("number of the round", study.lastRound + 1, body.round);
  findings.require(
    body.round <= study.linkCount,
    "number of the round",
    `at most ${study.linkCount}`,
    body.round,
  );
  findings.same("t", study.closedCount + 1, body.t);
  findings.same("appliedSeq", learning?.appliedSeq ?? 0, body.appliedSeq);
  const last = learning?.lastEffect ?? 0;
  findings.require(
    last <= body.appliedSeq,
    "opening",
    `with all effects up to entry ${last}`,
    body.appliedSeq,
  );
  findings.same("version of the guidelines", study.guidelineVersion, body.guidelineVersion);
  const isAwaited = beaconUse(study) === "opening";
  const isDrawn = !isAudit(settings) && settings.drawAt === "opening" && !isAwaited;
  findings.same("draw commitment", isDrawn ? "one" : "none", body.drawCommitment === null ? "none" : "one");
  findings.same("public number awaited", isAwaited, body.beaconRound !== undefined);
}

/**
 * Checks how the round will close.
 * @returns whether it stays open only because its panel is asked for tolerances by the next entry
 */
function checkAnnounced({ findings, settings }: StudyState, { at, body }: Entry<"round.opened">): boolean {
  const isLate = body.deadlineAt !== null && body.deadlineAt <= at;
  findings.require(!isLate, "deadline", `after ${at}`, body.deadlineAt);
  const chances = body.people.map(({ chance }) => chance);
  const pairCount = eligiblePairs(chances, settings.learner.alpha).length;
  const round = { pairCount, ...settings.panel, deadlineAt: body.deadlineAt };
  const closesAtOnce = announcedClosing({ ...round, asksTolerances: false }) === "no-pairs";
  const mustAsk = closesAtOnce && body.closing !== "no-pairs" && chances.length > 1;
  const closing = announcedClosing({ ...round, asksTolerances: mustAsk });
  findings.same("how the round will close", closing, body.closing);
  return mustAsk;
}

/** Checks who chose the people. */
function checkChosen(study: StudyState, body: Body): void {
  const { findings, settings } = study;
  findings.same("people by lot", isAudit(settings), body.chosen === "by-lot");
  if (body.chosen === "by-lot") return;
  const people = body.people.map(({ person }) => person);
  if (body.chosen === "by-operator") {
    findings.reserve("by-operator");
    const sorted = people.toSorted((a, b) => ordinalOf(a) - ordinalOf(b));
    findings.same("order of the people", sorted, people);
    return;
  }
  const first = [...waitingPeople(study, settings.learner.roundSize)];
  findings.same("people in the order of their import", first, people);
}

function checkPeople(study: StudyState, body: Body): void {
  const { findings, settings } = study;
  const people = body.people.map(({ person }) => person);
  findings.same("different people of the round", people.length, new Set(people).size);
  const most = settings.learner.roundSize;
  findings.require(people.length <= most, "people of the round", `at most ${most}`, people.length);
  for (const { person, digest } of body.people) {
    const waits = study.hasImported(person) && !study.roundOf.has(person) && !study.erased.has(person);
    findings.require(waits, `person ${person}`, "a person who waits", "not waiting");
    // Also for an erased person: the cells are gone, and the digest stays.
    const imported = study.people.digests.get(person);
    if (imported !== undefined) findings.same(`digest of ${person}`, imported, digest);
    const one = study.people.known.get(person);
    if (one !== undefined) {
      findings.same(`cells of ${person}`, settings.learner.columns.length, one.cells.length);
    }
  }
}

/** Checks everything that the learner says about an opening, character by character. */
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
  findings.same("t of the learner", t, body.t);
  findings.same("eta", eta, body.eta);
  findings.same("fairness weight", fairnessWeight, body.fairnessWeight);
  findings.same("guard", guard ?? null, body.guard ?? null);
  findings.same("picks", picks ?? null, body.picks ?? null);
  for (const [position, { person, chance }] of body.people.entries()) {
    const isEqual = findings.same(`chance of ${person}`, chances[position], chance);
    if (isEqual) findings.computed.chances += 1;
  }
  return opening;
}

function reasonNotKnown({ hasFeatures, hasRules }: StudyState): ReservationKind {
  if (!hasFeatures) return "no-features";
  return hasRules ? "features-erased" : "no-rules";
}

/** Checks the parts of a policy that depend on no person's features, where chances cannot be computed. */
function checkSchedule({ findings, learning, closedCount }: StudyState, body: Body): void {
  findings.guard("schedule", () => {
    learning?.checkCourse(body);
    const scheduled = learning?.scheduled(closedCount + 1) ?? null;
    if (scheduled === null) return;
    findings.same("eta", scheduled.eta, body.eta);
    findings.same("fairness weight", scheduled.fairnessWeight, body.fairnessWeight);
  });
}

/** Checks an audit's round: the chances are cells, and the people were drawn at random. */
function checkAudit(study: StudyState, { learner }: AuditSettings, body: Body): null {
  const { findings } = study;
  findings.same(
    "numbers of a learner",
    [null, null, null],
    [body.eta, body.fairnessWeight, body.guard ?? body.picks ?? null],
  );
  const column = learner.columns.findIndex(({ name }) => name === learner.chance.column);
  for (const { person, chance } of body.people) {
    const cell = study.cellsOf(person)?.[column];
    if (typeof cell !== "string") continue;
    const isEqual = findings.same(`chance of ${person}`, chanceOfCell(cell, learner.chance.unit), chance);
    if (isEqual) findings.computed.chances += 1;
  }
  const lots = [...waitingPeople(study)].map((person) => ({
    person,
    lot: taggedHash("round-people", body.noiseSeed, person),
  }));
  lots.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  const drawn = lots.slice(0, learner.roundSize).map(({ person }) => person);
  findings.same(
    "people drawn by lot",
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
  const { findings, open } = study;
  if (!findings.same("open round", open?.opened.round ?? "none", body.round) || open === null) return;
  requireTaking(study, open, "extension");
  const isLater = open.deadlineAt !== null && body.deadlineAt > Math.max(at, open.deadlineAt);
  findings.require(isLater, "deadline", `after ${open.deadlineAt} and ${at}`, body.deadlineAt);
  open.deadlineAt = body.deadlineAt;
}
