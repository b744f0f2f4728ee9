/** `round.closed` and `round.cancelled` (docs/log-format.md, sections 3, 4 and 5). */

import { openBallots } from "./ballots.ts";
import { highCost, lowCost, rejectedCost, type Standing } from "./charges.ts";
import type { Ratio } from "./decimal.ts";
import { type Drawn, drawNumber, locate } from "./draw.ts";
import type { Entry } from "./entries.ts";
import { tagged } from "./hashes.ts";
import { decide } from "./panel.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { Round, Study } from "./study.ts";

export function roundClosed(study: Study, { seq, body }: Entry): void {
  body.only(["round", "reason", "ballots", "violations", "link", "draw"]);
  const { problems } = study;
  const settings = study.knownSettings();
  const round = study.openRound(body.whole("round", 1));
  body.text("reason");
  finish(study, round, "closed");
  study.closedCount++;
  study.lastClosedSeq = seq;
  const flags = openBallots(study, round, body.objects("ballots"));
  const chances = round.people.map(({ chance }) => chance);
  const expected = decide(flags, round.neededFlags, chances, settings.pairRule);
  const violations = body.objects("violations").map((violation) => readViolation(violation, round));
  const logged = violations.map(({ high, low, flagCount, text }) => ({ high, low, flagCount, weight: text }));
  problems.same("violations", expected, logged);
  const link = checkLink(study, round, body);
  checkDraw(study, round, link, body.object("draw"));
  for (const { high, low, weight } of violations) {
    if (weight.n <= 0n) continue;
    const { mode } = settings;
    charge(study, seq, round, high, (one) => highCost(mode, one, weight, round.fairnessWeight));
    charge(study, seq, round, low, (one) => lowCost(mode, one, weight, round.fairnessWeight));
  }
  const settled = settings.rejectedHalves === "at-close" || !round.decisions.includes(1);
  if (settled) chargeRejected(study, seq, round);
}

/** A cancelled round publishes its link; a commitment to its draw can then be recomputed from the beginning. */
export function roundCancelled(study: Study, { body }: Entry): void {
  body.only(["round", "reason", "link"]);
  const round = study.openRound(body.whole("round", 1));
  body.text("reason");
  finish(study, round, "cancelled");
  const link = checkLink(study, round, body);
  if (round.drawCommitment === null || round.weights === null) return;
  const u = drawNumber(link, {
    study: study.id,
    round: round.number,
    inputsHash: round.inputsHash,
    nonces: [],
  });
  const drawn = locate(round.weights, u);
  round.report.drawAtBoundary = drawn.atBoundary;
  const { rules } = study.knownSettings();
  const decisions: number[] = [];
  for (const { answers } of round.people) {
    if (answers === null) return;
    decisions.push(Number(rules.accepts(answers, drawn.rule)));
  }
  if (drawn.atBoundary) return;
  checkCommitment(study, round, link, String(u), drawn.rule, decisions);
}

/** "The rejected half" of all rejected people of a round. */
export function chargeRejected(study: Study, seq: number, round: Round): void {
  const { mode } = study.knownSettings();
  round.decisions.forEach((decision, position) => {
    if (decision === 0) charge(study, seq, round, position, ({ chance }) => rejectedCost(mode, chance));
  });
}

export function charge(
  study: Study,
  seq: number,
  round: Round,
  position: number,
  cost: (standing: Standing) => Ratio,
): void {
  const one = round.people[position];
  if (one === undefined) throw new Broken("position", `below ${round.people.length}`, position);
  study.ledger.add(seq, one.person, cost({ chance: one.chance, selected: round.decisions[position] === 1 }));
}

function finish(study: Study, round: Round, state: "closed" | "cancelled"): void {
  round.state = state;
  study.open = null;
}

function readViolation(fields: Fields, round: Round) {
  fields.only(["high", "low", "flagCount", "weight"]);
  const read = { high: fields.whole("high"), low: fields.whole("low"), flagCount: fields.whole("flagCount") };
  const inside = Math.max(read.high, read.low) < round.people.length;
  if (!inside) throw new Broken("violation", "positions of the round", [read.high, read.low]);
  return { ...read, weight: fields.real("weight"), text: fields.text("weight") };
}

/** The link leads to the link before, and to the noise seed that was logged at opening. */
function checkLink(study: Study, round: Round, body: Fields): string {
  const link = body.hash("link");
  study.problems.same("seed chain", study.link, tagged("seed-chain", link));
  study.problems.same("noise seed", tagged("noise", link), round.noiseSeed);
  study.link = link;
  return link;
}

function checkDraw(study: Study, round: Round, link: string, draw: Fields): void {
  draw.only(["u", "hypothesis", "decisions"]);
  const { problems } = study;
  const { rules, drawAt } = study.knownSettings();
  const hypothesis = draw.whole("hypothesis");
  const decisions = draw.list("decisions").map((decision) => wholeNumber(decision, "decision"));
  if (decisions.length !== round.people.length || decisions.some((decision) => decision > 1)) {
    throw new Broken("decisions", `0 or 1 for ${round.people.length} people`, decisions);
  }
  round.decisions = decisions;
  const nonces = round.panel.map((seat) => round.ballots.get(seat)?.[0]?.nonceHash ?? "");
  const inputs = { study: study.id, round: round.number, inputsHash: round.inputsHash };
  const u = drawNumber(link, { ...inputs, nonces: drawAt === "opening" ? [] : nonces });
  problems.same("u", String(u), draw.text("u"));
  const drawn: Drawn | null = round.weights === null ? null : locate(round.weights, u);
  if (drawn !== null) {
    round.report.drawAtBoundary = drawn.atBoundary;
    problems.require(drawn.mayBe(hypothesis), "rule drawn", drawn.rule, hypothesis);
  }
  problems.require(hypothesis < rules.count, "rule drawn", `below ${rules.count}`, hypothesis);
  round.people.forEach(({ person, answers }, position) => {
    if (answers === null) return;
    const expected = Number(rules.accepts(answers, hypothesis));
    problems.same(`decision for ${person}`, expected, decisions[position]);
  });
  if (round.drawCommitment !== null) {
    checkCommitment(study, round, link, draw.text("u"), hypothesis, decisions);
  }
}

function checkCommitment(
  study: Study,
  round: Round,
  link: string,
  u: string,
  hypothesis: number,
  decisions: readonly number[],
): void {
  const commitment = tagged("draw-commitment", link, round.inputsHash, u, hypothesis, decisions);
  study.problems.same("draw commitment", commitment, round.drawCommitment);
}
