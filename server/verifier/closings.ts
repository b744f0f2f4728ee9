import * as say from "#messages/differences.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { openedRule } from "#server/audit-log/decision-rule.ts";
import { loggedRules } from "#server/audit-log/draw.ts";
import { type Entry, isAudit, type LearningSettings, type LoggedDraw } from "#server/audit-log/entries.ts";
import { ordinalOf } from "#server/audit-log/pseudonyms.ts";
import { drawCommitment, drawNumber, drawOrder, noiseSeed, resampleSeed } from "#server/audit-log/seeds.ts";
import { isSeedLink } from "#server/audit-log/tree/seed-link.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import { decidePanel } from "#server/learner/panel/panel.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { evenDraw } from "#server/learner/policy/even-draw.ts";
import { checkAnnulments } from "./annulments.ts";
import { checkNumber, requireDrawn, requireTaking } from "./beacon.ts";
import { checkReason } from "./reasons.ts";
import { beaconUse, type StudyState, type VerifiedRound } from "./study.ts";

export function roundClosed(study: StudyState, entry: Entry<"round.closed">): void {
  const { findings, settings } = study;
  const { body } = entry;
  const open = study.findOpen(body.round);
  if (open === null) return;
  findings.require(!open.isSpent, say.roundClosed(), say.cancelledForLink(), body.round);
  checkOpened(study, open);
  checkFreezing(study, open, entry);
  findings.guard(say.panel(), () => checkPanel(study, open, body));
  study.reports.report(body);
  checkLink(study, open, body);
  const { draw } = body;
  if (isAudit(settings)) findings.presence(say.drawOfAudit(), false, draw !== undefined);
  else if (draw === undefined) findings.require(false, say.draw(), say.one(), say.none());
  else {
    open.decisions = draw.decisions;
    findings.guard(say.draw(), () =>
      checkDraw(study, settings, open, { study: entry.study, link: body.link, draw }),
    );
    checkResamples(study, settings, open, body);
  }
  study.end(open, "closed");
  study.learning?.effect(entry);
  study.findings.reserve("no-beacon", draw === undefined || beaconUse(study) !== null ? 0 : 1);
}

/**
 * If the draw awaits a public number, checks that `round.closing` froze the ballots first and that the close repeats its
 * reason.
 */
function checkFreezing(study: StudyState, round: VerifiedRound, entry: Entry<"round.closed">): void {
  const { findings } = study;
  const { body } = entry;
  const use = beaconUse(study);
  const isAwaited = use === "close";
  findings.presence(say.publicNumberOfClose(), isAwaited, body.beacon !== undefined);
  findings.same(say.ballotsFrozen(), isAwaited, round.frozen !== null);
  if (round.frozen === null) {
    requireDrawn(study, round);
    checkReason(study, round, entry);
    return;
  }
  const { reason, asAnnounced } = round.frozen;
  findings.same(say.whyClosed(), reason, body.reason);
  findings.same(say.closedAsAnnounced(), asAnnounced, body.asAnnounced);
  if (body.beacon !== undefined) checkNumber(study, round, entry, body.beacon);
}

/** Checks that the ballot of every seat that sealed was opened, in the order of places. */
function checkOpened({ findings }: StudyState, { seated, sealed, ballots }: VerifiedRound): void {
  const expected = seated.panel.filter((seat) => sealed.has(seat));
  findings.same(
    say.openedBallots(),
    expected,
    ballots.map(({ seat }) => seat),
  );
}

function checkPanel(study: StudyState, round: VerifiedRound, body: Entry<"round.closed">["body"]): void {
  const { findings, settings } = study;
  const { opened, ballots, tolerancePairs } = round;
  const { panel, decision } = round.seated;
  const rule = openedRule(decision);
  checkAnnulments(study, round, { rule: bindPanelRule(rule, panel.length), body });
  const counting = countingBallots(
    panel,
    ballots.map((ballot) => ({ ...ballot, seatId: ballot.seat })),
  );
  const { violations } = decidePanel({
    chances: opened.people.map(({ chance }) => chance),
    alpha: settings.learner.alpha,
    rule,
    seatCount: panel.length,
    flags: counting.map((ballot) =>
      (ballot?.verdicts ?? []).flatMap(([high, low, word]) =>
        word === "unfair" && tolerancePairs === null ? [[high, low] as const] : [],
      ),
    ),
    pairRule: isAudit(settings) ? "all" : settings.learner.pairRule,
  });
  if (findings.same(say.violations(), violations, body.violations)) findings.computed.panels += 1;
}

function checkLink(
  { findings, seedRoot }: StudyState,
  { opened: { round, noiseSeed: logged } }: VerifiedRound,
  { link, linkProof }: Pick<Entry<"round.closed">["body"], "link" | "linkProof">,
): void {
  const isProven = isSeedLink(seedRoot, { link, linkProof, round });
  findings.require(isProven, say.linkOfSeedTree(), say.provenLink(), link);
  findings.same(say.seedOfNoise(), noiseSeed(link), logged);
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
      : round.seated.panel.map((seat) => round.sealed.get(seat)?.[0]?.nonceHash ?? "");
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
    findings.same(say.drawCommitment(), drawCommitment({ ...draw, link, inputsHash }), round.drawCommitment);
  }
  const isEven = settings.learner.draw === "even";
  if (
    !findings.same(
      say.wayOfDraw(),
      isEven ? say.evenDraw() : say.oneRule(),
      "order" in draw ? say.evenDraw() : say.oneRule(),
    )
  )
    return;
  const order = drawOrder(link, opened.people.length);
  if ("order" in draw) {
    findings.same(say.orderOfDraw(), order, draw.order);
    const chances = opened.people.map(({ chance }) => chance);
    if (findings.same(say.decisions(), evenDraw(chances, order, u), draw.decisions))
      findings.computed.draws += 1;
    return;
  }
  const rules = loggedRules(settings.learner);
  checkDecisions(study, round, rules, draw);
  const people = cellsOf(study, round);
  if (round.opening === null || people === null) return;
  const drawn = drawRound(settings.learner, rules, { opening: round.opening, people }, { u, order });
  const isSame = findings.same(
    say.ruleDrawn(),
    "hypothesis" in drawn ? drawn.hypothesis : say.none(),
    draw.hypothesis,
  );
  if (findings.same(say.decisions(), drawn.decisions, draw.decisions) && isSame) findings.computed.draws += 1;
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
      say.decisionOn({ person }),
      rules.evaluate(hypothesis, cells),
      decisions[position] ?? say.none(),
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
  if (!findings.presence(say.resamples(), isDue, resamples !== undefined, say.present())) return;
  const people = cellsOf(study, round);
  if (!isDue || people === null || round.opening === null) return;
  findings.guard(say.resamples(), () => {
    const expected = study.learning?.resample(
      round.opened.round,
      people,
      round.decisions,
      resampleSeed(link),
    );
    if (expected !== null) findings.same(say.resamples(), expected, resamples);
  });
}

function cellsOf(study: StudyState, { opened }: VerifiedRound): Features[] | null {
  const cells = opened.people.map(({ person }) => study.askedCellsOf(person));
  return cells.every((row): row is Features => row !== null && row !== undefined) ? cells : null;
}

export function roundCancelled(study: StudyState, entry: Entry<"round.cancelled">): void {
  const { findings, settings } = study;
  const { body } = entry;
  const open = study.findOpen(body.round);
  if (open === null) return;
  findings.require(
    open.ballots.length === 0,
    say.openedBallots(),
    say.noneOfCancelled(),
    open.ballots.length,
  );
  findings.require(settings.drawAt !== "opening", say.cancelledRound(), say.noneWithDraw(), body.round);
  requireTaking(study, open, say.cancelledRound());
  findings.same(say.cancelledSinceShown(), open.isSpent, body.reason === "restored");
  checkLink(study, open, body);
  checkUnbound(study, open, entry);
  study.reports.release(body.round);
  findings.reserve("cancelled-rounds");
  findings.reserve("cancelled-ballots", open.sealed.size);
  study.end(open, "cancelled");
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
  // With a beacon, this draw is unknown.
  const isNone = isAudit(settings) || study.beacon !== null;
  findings.presence(say.drawOfCancelled(), !isNone, draw !== undefined);
  if (isAudit(settings) || isNone || draw === undefined) return;
  findings.guard(say.draw(), () => checkDraw(study, settings, round, { study: entry.study, link, draw }));
}
