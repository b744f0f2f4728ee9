/** `round.opened` (docs/log-format.md, sections 3, 4 and 5): the chances and everything frozen with them. */

import { carried } from "./annulments.ts";
import { named, rests } from "./beacon.ts";
import { announced } from "./closing.ts";
import { compare, minus, ONE, type Ratio, ZERO } from "./decimal.ts";
import { checkDocket } from "./docket.ts";
import type { Entry } from "./entries.ts";
import { tagged } from "./hashes.ts";
import { openPolicy } from "./openings-policy.ts";
import { leadOf, readLogged } from "./picks.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { awaitsPanel, poolOf } from "./selection.ts";
import { LINKS, type Round, type RoundPerson, type Study } from "./study.ts";
import { checkChosen } from "./waiting.ts";

/** How many rounds may be open at once. */
const MOST_OPEN = 20;

/** Of a round until its public number is known. */
const NO_PANEL = { panel: [], neededFlags: 1, rule: null, inOrder: null, stratified: null };

const KEYS =
  "round t appliedSeq people chosen closing eta fairnessWeight panel panelChosen neededFlags noiseSeed docket guidelineVersion deadlineAt drawCommitment";

export function roundOpened(study: Study, entry: Entry): void {
  const { seq, hash, prev, at, body } = entry;
  const { problems } = study;
  const settings = study.knownSettings();
  const awaits = rests(study) === "opening";
  body.only([
    ...KEYS.split(" "),
    ...(settings.mode === "guarded" ? ["guard"] : []),
    ...(settings.picks === null ? [] : ["picks"]),
    ...(awaits || awaitsPanel(study) ? ["beaconRound"] : []),
    ...(body.get("annulments") === undefined ? [] : ["annulments"]),
    ...(body.get("rule") === undefined ? [] : ["rule"]),
  ]);
  const number = body.whole("round", 1);
  const t = body.whole("t", 1);
  const openCount = study.open.size;
  problems.require(openCount < MOST_OPEN, "open rounds", `at most ${MOST_OPEN - 1} others`, openCount);
  problems.same("round number", study.lastRound + 1, number);
  study.lastRound = number;
  problems.require(number <= LINKS, "round number", `at most ${LINKS} links`, number);
  problems.same("t", study.openRounds.next, t);
  const appliedSeq = checkAppliedSeq(study, body);
  const checkPanel = poolOf(study, body);
  const isLater = body.isNull("panel");
  problems.same("panel awaited", awaitsPanel(study), isLater);
  const isUndecided = body.isNull("neededFlags") && body.get("rule") === undefined;
  problems.require(!isLater || isUndecided, "needed flags", "none without a panel", body.get("neededFlags"));
  problems.same("guideline version", study.guidelineVersion, body.get("guidelineVersion"));
  const deadlineAt = body.isNull("deadlineAt") ? null : body.whole("deadlineAt");
  problems.require(deadlineAt === null || deadlineAt > at, "deadline", `after ${at}`, deadlineAt);
  const isDrawn = settings.audit === null && settings.drawAt === "opening" && !awaits;
  problems.same("draw commitment present", isDrawn, !body.isNull("drawCommitment"));
  const people = body.objects("people").map((person) => readPerson(study, person));
  const inRange = people.length >= 1 && people.length <= settings.roundSize;
  problems.require(inRange, "people of the round", `1 to ${settings.roundSize}`, people.length);
  problems.same("different people", people.length, new Set(people.map(({ person }) => person)).size);
  checkChosen(
    study,
    body.text("chosen"),
    people.map(({ person }) => person),
  );
  const closing = announced(study, people, deadlineAt);
  problems.require(
    closing.includes(body.text("closing")),
    "how the round will close",
    closing,
    body.text("closing"),
  );
  checkDocket(study, body, people);
  const policy = openPolicy(study, body, { t, appliedSeq, people });
  const { drawCommitment: _, ...inputs } = body.members;
  const round: Round = {
    number,
    opening: hash,
    people,
    ...(isLater ? NO_PANEL : checkPanel(body, null)),
    checkPanel: isLater ? checkPanel : null,
    tolerancePairs: null,
    mustAsk: closing[0] === "no-pairs" && body.text("closing") !== "no-pairs",
    annulments: carried(study, body, people),
    fairnessWeight: policy.fairnessWeight,
    closing: body.text("closing"),
    doubleWeight: Number(body.get("fairnessWeight") ?? 0),
    guard: policy.guard,
    eta: Number(body.get("eta") ?? Number.NaN),
    picks: settings.picks && readLogged(body),
    noiseSeed: body.hash("noiseSeed"),
    inputsHash: tagged("round-inputs", study.id, prev, inputs),
    drawCommitment: body.isNull("drawCommitment") ? null : body.hash("drawCommitment"),
    named: awaits || awaitsPanel(study) ? named(study, entry) : null,
    frozen: null,
    signature: null,
    weights: policy.weights,
    ftpl: policy.ftpl,
    ballots: new Map(),
    opened: [],
    outcomes: new Map(),
    overridden: new Set(),
    report: { round: number, t, largestChanceDifference: policy.difference, drawAtBoundary: false },
    deadlineAt,
    state: "open",
    fixedNumber: null,
    isSpent: false,
    decisions: [],
    resamples: [],
  };
  if (policy.weights === null && settings.guarded && study.knownGuarded().isUncertain) {
    study.uncertainRounds.add(number);
  } else if (policy.isLost || people.some(({ answers }) => answers === null)) {
    study.erasedRounds.add(number);
  }
  const doubles = people.map(({ double }) => double);
  const ahead = settings.picks === null ? 0 : leadOf(settings.picks, doubles);
  study.openRounds.add({ round: number, ahead, hasPairs: hasPairs(people, settings.alpha) });
  study.rounds.set(number, round);
  study.open.set(number, round);
  study.effect(seq);
}

/** Tells whether two people's chances differ by more than alpha. */
function hasPairs(people: readonly RoundPerson[], alpha: Ratio): boolean {
  return people.some((high) => people.some((low) => compare(minus(high.chance, low.chance), alpha) > 0));
}

/** Checks that no effect lies between the last `learner.updated` and this opening. */
function checkAppliedSeq(study: Study, body: Fields): number {
  const { problems } = study;
  const appliedSeq = body.whole("appliedSeq");
  problems.same("appliedSeq", study.updatedTo, appliedSeq);
  const last = [...study.effects].at(-1) ?? 0;
  problems.require(appliedSeq >= last, "effects before the opening", `none after ${appliedSeq}`, last);
  return appliedSeq;
}

function readPerson(study: Study, fields: Fields): RoundPerson {
  const { problems } = study;
  const { cellCount } = study.knownSettings();
  fields.only(["person", "digest", "chance"]);
  const person = fields.text("person");
  const chance = fields.real("chance");
  if (compare(chance, ZERO) < 0 || compare(chance, ONE) > 0) {
    throw new Broken(`chance of ${person}`, "0 to 1", fields.get("chance"));
  }
  const double = fields.number("chance");
  const digest = fields.hash("digest");
  const features = study.features.get(person);
  if (features !== undefined) problems.same(`digest of ${person}`, features.digest, digest);
  study.appeared.add(person);
  if (features === undefined || features.cells === null) {
    return { person, chance, double, answers: null };
  }
  problems.same(`cells of ${person}`, cellCount, features.cells.length);
  return { person, chance, double, answers: study.answersOf(person) };
}
