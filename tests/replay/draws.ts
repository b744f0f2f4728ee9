/** The draw as a closing shows it, and as a cancelled round would have made it (docs/log-format.md, section 4). */

import { drawNumber, type Located } from "./draw.ts";
import { drawOrder, evenDecisions } from "./draw-even.ts";
import { tagged } from "./hashes.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { Drawn } from "./rules.ts";
import type { Round, Study } from "./study.ts";

/** The rule drawn, or the order of an even draw. */
type By = number | readonly number[];

export function checkDraw(study: Study, round: Round, link: string, draw: Fields): void {
  const { problems } = study;
  const { draw: way, drawAt } = study.knownSettings();
  draw.only(["u", way === "even" ? "order" : "hypothesis", "decisions"]);
  const decisions = draw.list("decisions").map((decision) => wholeNumber(decision, "decision"));
  if (decisions.length !== round.people.length || decisions.some((decision) => decision > 1)) {
    throw new Broken("decisions", `0 or 1 for ${round.people.length} people`, decisions);
  }
  round.decisions = decisions;
  const nonces = round.panel.map((seat) => round.ballots.get(seat)?.[0]?.nonceHash ?? "");
  const u = drawNumber(link, { ...inputsOf(study, round), nonces: drawAt === "opening" ? [] : nonces });
  problems.same("u", String(u), draw.text("u"));
  const by = way === "even" ? checkEven(study, round, link, draw, u) : checkRule(study, round, draw, u);
  if (round.drawCommitment !== null) checkCommitment(study, round, link, draw.text("u"), by, decisions);
}

/** Checks a draw of one rule for all people. */
function checkRule(study: Study, round: Round, draw: Fields, u: number): By {
  const { problems } = study;
  const { rules } = study.knownSettings();
  const hypothesis = draw.whole("hypothesis");
  const drawn: Located | null = round.weights?.locate(u) ?? null;
  if (round.ftpl !== null) checkDrawn(study, round, round.ftpl.drawn, hypothesis, u);
  if (drawn !== null) {
    round.report.drawAtBoundary = drawn.atBoundary;
    problems.require(drawn.mayBe(hypothesis), "rule drawn", drawn.rule, hypothesis);
  }
  problems.require(hypothesis < rules.count, "rule drawn", `below ${rules.count}`, hypothesis);
  round.people.forEach(({ person, answers }, position) => {
    if (answers === null) return;
    const expected = Number(rules.accepts(answers, hypothesis));
    problems.same(`decision for ${person}`, expected, round.decisions[position]);
  });
  return hypothesis;
}

/** Checks a draw of one of the R rules that the opening drew. */
function checkDrawn(
  study: Study,
  round: Round,
  drawn: readonly Drawn[],
  hypothesis: number,
  u: number,
): void {
  const place = Number((BigInt(u * 2 ** 53) * BigInt(drawn.length)) >> 53n);
  const { rule = -1, isUnsure = false } = drawn[place] ?? {};
  round.report.drawAtBoundary = isUnsure;
  study.problems.require(isUnsure || rule === hypothesis, "rule drawn", rule, hypothesis);
}

/** Checks J of each picked person (docs/log-format-learners.md, "Resamples"). */
export function checkResamples(study: Study, round: Round, link: string, body: Fields): void {
  const { problems } = study;
  const { ftpl } = study.knownSettings();
  const resamples = body.list("resamples").map((count) => wholeNumber(count, "resamples"));
  problems.same("resamples: people", round.people.length, resamples.length);
  round.resamples = resamples;
  const seed = tagged("resamples", link);
  round.people.forEach(({ person, answers }, position) => {
    const isPicked = round.decisions[position] === 1;
    const found = resamples[position] ?? 0;
    const [least, most] = isPicked ? [1, ftpl?.weightCap ?? 1] : [0, 0];
    problems.require(found >= least && found <= most, `resamples of ${person}`, `${least} to ${most}`, found);
    if (!isPicked || answers === null || round.ftpl === null) return;
    const expected = round.ftpl.drawing.resample(seed, position, answers);
    if (expected !== null) problems.same(`resamples of ${person}`, expected, found);
  });
}

/** Checks an even draw by the chances alone, so also without features. */
function checkEven({ problems }: Study, round: Round, link: string, draw: Fields, u: number): By {
  const order = draw.list("order").map((position) => wholeNumber(position, "order"));
  const expected = drawOrder(link, round.people.length);
  problems.same("order of the draw", expected, order);
  const decisions = evenDecisions(chancesOf(round), expected, u);
  round.people.forEach(({ person }, position) => {
    problems.same(`decision for ${person}`, decisions[position], round.decisions[position]);
  });
  return order;
}

function checkCommitment(
  study: Study,
  round: Round,
  link: string,
  u: string,
  by: By,
  decisions: readonly number[],
): void {
  const commitment = tagged("draw-commitment", link, round.inputsHash, u, by, decisions);
  study.problems.same("draw commitment", commitment, round.drawCommitment);
}

function inputsOf(study: Study, round: Round) {
  return { study: study.id, round: round.number, inputsHash: round.inputsHash, signature: round.signature };
}

function chancesOf(round: Round) {
  return round.people.map(({ chance }) => chance);
}
