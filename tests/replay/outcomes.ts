/** `outcome.recorded` and `learner.updated` (docs/log-format.md, sections 3 and 5). */

import type { Outcome } from "./charges.ts";
import { takeCharges } from "./closings.ts";
import { labelCost, onGrid, rejectedHalf } from "./double-costs.ts";
import type { Entry } from "./entries.ts";
import { labelGuarded } from "./guarded-effects.ts";
import { Broken } from "./report.ts";
import type { Round, Study } from "./study.ts";

export function outcomeRecorded(study: Study, { seq, body }: Entry): void {
  body.only(["round", "position", "version", "value"]);
  const { charging, doubleMargin, ftpl, rejectedHalves, audit } = study.knownSettings();
  if (audit !== null) throw new Broken("outcome", "none in an audit", body.get("value"));
  const number = body.whole("round", 1);
  const round = study.rounds.get(number);
  if (round?.state !== "closed") throw new Broken("round of an outcome", "a closed round", number);
  const position = body.whole("position");
  const version = body.whole("version", 1);
  const value: Outcome = body.word("value", ["yes", "no", "lost"]);
  if (round.decisions[position] !== 1) throw new Broken("outcome", "a selected person", position);
  const isOpen = !round.overridden.has(position);
  study.problems.require(isOpen, "outcome", "of a person without an override", position);
  const former = round.outcomes.get(position);
  study.problems.same("version of an outcome", (former?.version ?? 0) + 1, version);
  study.problems.require(former?.value !== value, "outcome", "a changed value", value);
  const { person = "" } = round.people[position] ?? {};
  study.problems.require(!study.erased.has(person), "outcome", "of a person who was not erased", person);
  round.outcomes.set(position, { version, value });
  study.effect(seq);
  if (round.guard !== null) {
    const one = study.standing(round, position);
    const base = round.guard.base[position] ?? 0;
    labelGuarded(study.knownGuarded(), round.guard, { one, base, former: former?.value ?? null, value });
    return;
  }
  const weightCap = ftpl?.weightCap ?? 0;
  const settlesNow = rejectedHalves === "when-settled" && former === undefined && allSettled(round);
  const chance = round.people[position]?.double ?? 0;
  const resample = round.resamples[position] ?? 0;
  const label = { chance, resample, margin: doubleMargin, weightCap };
  const cost = labelCost(charging, label, value, former?.value ?? null);
  const halves = settlesNow ? halvesOf(study, round) : [];
  takeCharges(study, seq, [{ person, cost }, ...halves]);
}

/** People erased meanwhile are no longer charged a half. */
function halvesOf(study: Study, round: Round) {
  const { charging } = study.knownSettings();
  return round.people.flatMap(({ person, double }, position) =>
    round.decisions[position] === 0 && !study.erased.has(person)
      ? [{ person, cost: onGrid(rejectedHalf(charging, double)) }]
      : [],
  );
}

function allSettled(round: Round): boolean {
  return round.decisions.every((decision, position) => decision === 0 || round.outcomes.has(position));
}

/** Checks that ranges follow each other without gap or overlap, each up to an entry that changed the learner. */
export function learnerUpdated(study: Study, { body }: Entry): void {
  body.only(["fromSeq", "appliedSeq", "stateHash"]);
  const { problems } = study;
  const fromSeq = body.whole("fromSeq");
  const appliedSeq = body.whole("appliedSeq");
  problems.same("fromSeq", study.updatedTo, fromSeq);
  const isEffect = study.effects.has(appliedSeq) && appliedSeq > fromSeq;
  problems.require(isEffect, "appliedSeq", `an effect after ${fromSeq}`, appliedSeq);
  study.stateHash = body.hash("stateHash");
  const expected = study.knownSums()?.hashAfter(appliedSeq) ?? null;
  if (expected !== null) problems.same("state hash", expected, study.stateHash);
  study.updatedTo = Math.max(study.updatedTo, appliedSeq);
}
