/** `round.closed` and `round.cancelled` (docs/log-format.md, sections 3, 4 and 5). */

import { decideAnnulments, peopleOf, release, takeReports } from "./annulments.ts";
import { openedFlags } from "./ballots.ts";
import { requireDrawn, requireTaking, rests, takeNumber } from "./beacon.ts";
import { checkClosing } from "./closing.ts";
import { closingCosts, onGrid } from "./double-costs.ts";
import { checkDraw, checkResamples } from "./draws.ts";
import type { Entry } from "./entries.ts";
import { closeGuarded } from "./guarded-effects.ts";
import { inclusionRoot, tagged } from "./hashes.ts";
import { decide } from "./panel.ts";
import { gridChargeOf, type LoggedPicks } from "./picks.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { LINKS, type Round, type Study } from "./study.ts";

export function roundClosed(study: Study, entry: Entry): void {
  const { seq, body } = entry;
  const { problems } = study;
  const settings = study.knownSettings();
  const isResampled = settings.charging === "ftpl-paper";
  const draw = settings.audit === null ? ["draw", ...(isResampled ? ["resamples"] : [])] : [];
  const rest = rests(study);
  const number = rest === "close" ? ["beacon"] : [];
  const round = study.openRound(body.whole("round", 1));
  const votes = round.annulments.length > 0 ? ["annulments"] : [];
  body.only([
    "round",
    "reason",
    "asAnnounced",
    "violations",
    "link",
    "linkProof",
    ...draw,
    ...number,
    ...votes,
  ]);
  problems.require(!round.isSpent, "round closed", "cancelled, since its link was shown", round.number);
  if (rest === "close") checkFrozen(study, round, entry);
  else {
    requireDrawn(study, round);
    checkClosing(study, round, entry);
  }
  if (rest === null && settings.audit === null) study.restedOnNothing.push(round.number);
  study.openRounds.close(round.number, body.objects("violations").length > 0);
  finish(study, round, seq, "closed");
  const flags = openedFlags(study, round, seq);
  const chances = round.people.map(({ chance }) => chance);
  const expected = decide(flags, round, chances, settings.pairRule);
  const violations = body.objects("violations").map((violation) => readViolation(violation, round));
  const logged = violations.map(({ high, low, flagCount, text }) => ({ high, low, flagCount, weight: text }));
  problems.same("violations", expected, logged);
  const annulled = decideAnnulments(study, round, body);
  takeReports(study, round.number, logged);
  const link = checkLink(study, round, body);
  // An audit picks no one and learns nothing.
  if (settings.audit !== null) return;
  checkDraw(study, round, link, body.object("draw"));
  if (isResampled) checkResamples(study, round, link, body);
  if (round.guard !== null) {
    const inEffect = violations.filter(({ weight }) => weight.n > 0n);
    const people = round.people.map((_, position) => study.standing(round, position));
    study.knownGuarded().annul(annulled.map((report) => peopleOf(study, report)));
    closeGuarded(study.knownGuarded(), round.guard, people, inEffect, settings.eps);
    return;
  }
  const settled = settings.rejectedHalves === "at-close" || !round.decisions.includes(1);
  chargeClosing(study, seq, round, violations, settled);
}

/** Checks a close after frozen ballots, which must repeat the frozen values. */
function checkFrozen(study: Study, round: Round, entry: Entry): void {
  const { problems } = study;
  const { body } = entry;
  if (round.frozen === null) throw new Broken("round closed", "after round.closing", "without it");
  problems.same("reason of the close", round.frozen.reason, body.text("reason"));
  problems.same("closed as announced", round.frozen.asAnnounced, body.flag("asAnnounced"));
  takeNumber(study, round, entry);
}

function chargeClosing(
  study: Study,
  seq: number,
  round: Round,
  violations: ReturnType<typeof readViolation>[],
  isSettled: boolean,
): void {
  const { people, decisions, resamples, doubleWeight } = round;
  const chances = people.map(({ double }) => double);
  const opened = { chances, decisions, resamples, fairnessWeight: doubleWeight };
  const pairs = violations.map(({ high, low, text }) => ({ high, low, weight: Number(text) }));
  const costs = closingCosts(study.knownSettings().charging, opened, pairs, isSettled);
  const isProjected = round.picks !== null && study.knownSettings().ftpl === null;
  const kept = isProjected ? gridChargeOf(round.picks as LoggedPicks, people.length, round.eta) : 0;
  const charges = people.map(({ person }, position) => ({
    person,
    cost: onGrid((costs[position] ?? 0) + kept),
  }));
  takeCharges(study, seq, charges);
}

/** Adds costs on the grid to the losses that determine chances, and to the hashed state. */
export function takeCharges(
  study: Study,
  seq: number,
  given: readonly { readonly person: string; readonly cost: number }[],
): void {
  const charges = given.filter(({ cost }) => cost !== 0);
  for (const { person, cost } of charges) study.ledger.add(seq, person, cost);
  study.knownSums()?.add({
    seq,
    charges: charges.map(({ person, cost }) => ({ places: study.placesOf(person), cost })),
  });
}

/** Checks that a cancelled round publishes its link and the draw that it would have had. */
export function roundCancelled(study: Study, { seq, body }: Entry): void {
  const { problems } = study;
  const { audit, drawAt } = study.knownSettings();
  const shown = audit === null && study.beacon === null;
  body.only(["round", "reason", "link", "linkProof", ...(shown ? ["draw"] : [])]);
  const round = study.openRound(body.whole("round", 1));
  requireTaking(study, round, "round cancelled");
  const reason = body.word("reason", REASONS);
  problems.same("cancelled as its link was shown", round.isSpent, reason === "restored");
  const isDrawn = audit === null && drawAt === "opening";
  problems.require(!isDrawn, "round cancelled", "none whose draw was made at opening", round.number);
  const isUndone = study.openRounds.cancel(round.number);
  finish(study, round, seq, "cancelled");
  problems.require(round.opened.length === 0, "opened ballots", "none", round.opened.length);
  release(study, round.number);
  const link = checkLink(study, round, body);
  if (shown) checkDraw(study, round, link, body.object("draw"));
  if (round.guard !== null) study.knownGuarded().cancel(isUndone);
}

const REASONS = [
  "wrong-people",
  "too-few-auditors",
  "guidelines",
  "trouble",
  "operator",
  "restored",
] as const;

function finish(study: Study, round: Round, seq: number, state: "closed" | "cancelled"): void {
  round.state = state;
  study.open.delete(round.number);
  study.effect(seq);
}

function readViolation(fields: Fields, round: Round) {
  fields.only(["high", "low", "flagCount", "weight"]);
  const read = { high: fields.whole("high"), low: fields.whole("low"), flagCount: fields.whole("flagCount") };
  const inside = Math.max(read.high, read.low) < round.people.length;
  if (!inside) throw new Broken("violation", "positions of the round", [read.high, read.low]);
  return { ...read, weight: fields.real("weight"), text: fields.text("weight") };
}

/** Checks that the link's proof leads to the root in the first entry, and the link to the logged noise seed. */
function checkLink({ problems, seedRoot }: Study, round: Round, body: Fields): string {
  const link = body.hash("link");
  const place = { index: round.number - 1, size: LINKS };
  const found = inclusionRoot(tagged("seed-tree", link), place, body.texts("linkProof"));
  problems.same("seed tree", seedRoot, found);
  problems.same("noise seed", tagged("noise", link), round.noiseSeed);
  return link;
}
