import { countingBallots } from "#server/audit-log/ballots.ts";
import { loggedRules } from "#server/audit-log/draw.ts";
import { type Entry, isAudit, type LearningSettings, type LoggedDraw } from "#server/audit-log/entries.ts";
import { ordinalOf } from "#server/audit-log/pseudonyms.ts";
import {
  drawCommitment,
  drawNumber,
  drawOrder,
  noiseSeed,
  resampleSeed,
  walkBack,
} from "#server/audit-log/seeds.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import { decidePanel } from "#server/learner/panel/panel.ts";
import { evenDraw } from "#server/learner/policy/even-draw.ts";
import { checkNumber, requireTaking } from "./beacon.ts";
import { checkReason } from "./reasons.ts";
import { beaconUse, type StudyState, type VerifiedRound } from "./study.ts";

export function roundClosed(study: StudyState, entry: Entry<"round.closed">): void {
  const { findings, settings, open } = study;
  const { body } = entry;
  if (!findings.same("open round", open?.opened.round ?? "none", body.round) || open === null) return;
  findings.require(!open.isSpent, "round closed", "cancelled, for its link was shown", body.round);
  checkOpened(study, open);
  checkFreezing(study, open, entry);
  findings.guard("panel", () => checkPanel(study, open, body.violations));
  checkLink(study, open, body.link);
  if (isAudit(settings)) findings.same("draw of an audit", "none", body.draw === undefined ? "none" : "one");
  else if (findings.require(body.draw !== undefined, "draw", "one", "none") && body.draw !== undefined) {
    const { draw } = body;
    open.decisions = draw.decisions;
    findings.guard("draw", () =>
      checkDraw(study, settings, open, { study: entry.study, link: body.link, draw }),
    );
    checkResamples(study, settings, open, body);
  }
  study.end("closed");
  study.closedCount += 1;
  study.learning?.effect(entry);
  study.findings.reserve("no-beacon", body.draw === undefined || beaconUse(study) !== null ? 0 : 1);
}

/**
 * Checks, where the draw awaits a public number, that the ballots were frozen first and that the close repeats the
 * state at that moment.
 */
function checkFreezing(study: StudyState, round: VerifiedRound, entry: Entry<"round.closed">): void {
  const { findings } = study;
  const { body } = entry;
  const use = beaconUse(study);
  const isAwaited = use === "close";
  findings.same(
    "public number of a close",
    isAwaited ? "one" : "none",
    body.beacon === undefined ? "none" : "one",
  );
  findings.same("ballots frozen before", isAwaited, round.frozen !== null);
  if (use === "opening") findings.require(round.signature !== null, "draw of an opening", "made", "awaited");
  if (round.frozen === null) {
    checkReason(study, round, entry);
    return;
  }
  const { reason, asAnnounced } = round.frozen;
  findings.same("why the round closed", reason, body.reason);
  findings.same("closed as announced", asAnnounced, body.asAnnounced);
  if (body.beacon !== undefined) checkNumber(study, round, entry, body.beacon);
}

/** Checks that the ballot of every seat that sealed was opened, in the order of places. */
function checkOpened({ findings }: StudyState, { panel, sealed, ballots }: VerifiedRound): void {
  const expected = panel.filter((seat) => sealed.has(seat));
  findings.same(
    "opened ballots",
    expected,
    ballots.map(({ seat }) => seat),
  );
}

function checkPanel(
  { findings, settings }: StudyState,
  { opened, panel, ballots, tolerancePairs }: VerifiedRound,
  found: Entry<"round.closed">["body"]["violations"],
): void {
  const counting = countingBallots(
    panel,
    ballots.map((ballot) => ({ ...ballot, seatId: ballot.seat })),
  );
  const { violations } = decidePanel({
    chances: opened.people.map(({ chance }) => chance),
    alpha: settings.learner.alpha,
    rule: { kind: "share", gamma: settings.panel.gamma },
    seatCount: panel.length,
    flags: counting.map((ballot) =>
      (ballot?.verdicts ?? []).flatMap(([high, low, word]) =>
        word === "unfair" && tolerancePairs === null ? [[high, low] as const] : [],
      ),
    ),
    pairRule: isAudit(settings) ? "all" : settings.learner.pairRule,
  });
  if (findings.same("violations", violations, found)) findings.computed.panels += 1;
}

function checkLink(study: StudyState, { opened }: VerifiedRound, link: string): void {
  // one link back, and one more for each link that a lost history used
  const steps = Math.max(1, opened.round - study.linkRound);
  study.findings.same("link of the seed chain", study.link, walkBack(link, Math.min(steps, study.linkCount)));
  study.findings.same("seed of the noise", noiseSeed(link), opened.noiseSeed);
  study.link = link;
  study.linkRound = opened.round;
}

type Drawn = { readonly study: string; readonly link: string; readonly draw: LoggedDraw };

function checkDraw(
  study: StudyState,
  settings: LearningSettings,
  round: VerifiedRound,
  { study: id, link, draw }: Drawn,
): void {
  const { findings } = study;
  const { opened, inputsHash } = round;
  const nonceHashes =
    settings.drawAt === "opening"
      ? []
      : round.panel.map((seat) => round.sealed.get(seat)?.[0]?.nonceHash ?? "");
  const { u, decimal } = drawNumber({
    link,
    study: id,
    round: opened.round,
    inputsHash,
    nonceHashes,
    beacon: round.signature,
  });
  findings.same("u", decimal, draw.u);
  if (round.drawCommitment !== null) {
    findings.same("draw commitment", drawCommitment({ ...draw, link, inputsHash }), round.drawCommitment);
  }
  const isEven = settings.learner.draw === "even";
  if (!findings.same("way of the draw", isEven ? "even" : "one rule", "order" in draw ? "even" : "one rule"))
    return;
  const order = drawOrder(link, opened.people.length);
  if ("order" in draw) {
    findings.same("order of the draw", order, draw.order);
    const chances = opened.people.map(({ chance }) => chance);
    if (findings.same("decisions", evenDraw(chances, order, u), draw.decisions)) findings.computed.draws += 1;
    return;
  }
  const rules = loggedRules(settings.learner);
  checkDecisions(study, round, rules, draw);
  const people = cellsOf(study, round);
  if (round.opening === null || people === null) return;
  const drawn = drawRound(settings.learner, rules, { opening: round.opening, people }, { u, order });
  const isSame = findings.same(
    "rule drawn",
    "hypothesis" in drawn ? drawn.hypothesis : "none",
    draw.hypothesis,
  );
  if (findings.same("decisions", drawn.decisions, draw.decisions) && isSame) findings.computed.draws += 1;
}

/**
 * Checks the decisions against the drawn rule for every person with known features, whether or not the rule was drawn
 * correctly.
 */
function checkDecisions(
  study: StudyState,
  { opened }: VerifiedRound,
  rules: HypothesisClass,
  { hypothesis, decisions }: Extract<LoggedDraw, { hypothesis: number }>,
): void {
  for (const [position, { person }] of opened.people.entries()) {
    const cells = study.askedCellsOf(person);
    if (cells === null || cells === undefined) continue;
    study.findings.same(
      `decision on ${person}`,
      rules.evaluate(hypothesis, cells),
      decisions[position] ?? "none",
    );
  }
}

function checkResamples(
  study: StudyState,
  { learner }: LearningSettings,
  round: VerifiedRound,
  { resamples, link }: Entry<"round.closed">["body"],
): void {
  const { findings } = study;
  const isDue = learner.learner === "ftpl" && learner.mode === "paper";
  if (!findings.same("resamples", isDue ? "there" : "none", resamples === undefined ? "none" : "there"))
    return;
  const people = cellsOf(study, round);
  if (!isDue || people === null || round.opening === null) return;
  findings.guard("resamples", () => {
    const expected = study.learning?.resample(people, round.decisions, resampleSeed(link));
    if (expected !== null) findings.same("resamples", expected, resamples);
  });
}

function cellsOf(study: StudyState, { opened }: VerifiedRound): Features[] | null {
  const cells = opened.people.map(({ person }) => study.askedCellsOf(person));
  return cells.every((row): row is Features => row !== null && row !== undefined) ? cells : null;
}

export function roundCancelled(study: StudyState, entry: Entry<"round.cancelled">): void {
  const { findings, open, settings } = study;
  const { body } = entry;
  if (!findings.same("open round", open?.opened.round ?? "none", body.round) || open === null) return;
  findings.require(
    open.ballots.length === 0,
    "opened ballots",
    "none of a cancelled round",
    open.ballots.length,
  );
  findings.require(
    settings.drawAt !== "opening",
    "cancelled round",
    "none where a draw was made",
    body.round,
  );
  requireTaking(study, open, "cancelled round");
  findings.same("cancelled since its link was shown", open.isSpent, body.reason === "restored");
  checkLink(study, open, body.link);
  checkUnbound(study, open, entry);
  findings.reserve("cancelled-rounds");
  findings.reserve("cancelled-ballots", open.sealed.size);
  study.end("cancelled");
  for (const { person } of open.opened.people) {
    study.cancelledRoundOf.set(person, body.round);
    study.roundOf.delete(person);
    study.firstWaiting = Math.min(study.firstWaiting, ordinalOf(person));
  }
  study.learning?.effect(entry);
}

/** Checks the draw that a cancelled round would have had. */
function checkUnbound(study: StudyState, round: VerifiedRound, entry: Entry<"round.cancelled">): void {
  const { findings, settings } = study;
  const { draw, link } = entry.body;
  // with a beacon, this draw is unknown
  const isNone = isAudit(settings) || study.beacon !== null;
  findings.same("draw of a cancelled round", isNone ? "none" : "one", draw === undefined ? "none" : "one");
  if (isAudit(settings) || isNone || draw === undefined) return;
  findings.guard("draw", () => checkDraw(study, settings, round, { study: entry.study, link, draw }));
}
