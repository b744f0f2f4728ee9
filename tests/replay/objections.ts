/** `objection.received` and `objection.answered` (docs/log-format.md, section 3). */

import type { Entry } from "./entries.ts";
import { Broken } from "./report.ts";
import type { Study } from "./study.ts";

export function objectionReceived(study: Study, { body }: Entry): void {
  body.only(["round", "position", "digest"]).hash("digest");
  const [number, position] = [body.whole("round", 1), body.whole("position")];
  const round = study.rounds.get(number);
  if (round?.state !== "closed") throw new Broken("round of an objection", "a closed round", number);
  const one = round.people[position];
  if (one === undefined) throw new Broken("objection", "of a person of the round", position);
  study.problems.require(
    !study.erased.has(one.person),
    "objection",
    "of a person who was not erased",
    one.person,
  );
  const name = `${number}/${position}`;
  study.problems.require(!study.objections.has(name), "objection", "without an open one", position);
  study.objections.set(name, study.lastRound);
}

export function objectionAnswered(study: Study, { body }: Entry): void {
  const counts = ["yes", "no", "unsure"];
  body.only(["round", "position", "askedIn", ...counts]);
  const name = `${body.whole("round", 1)}/${body.whole("position")}`;
  const askedIn = body.whole("askedIn", 1);
  const after = study.objections.get(name);
  if (after === undefined) throw new Broken("objection that is answered", "an open one", name);
  study.objections.delete(name);
  const asked = study.rounds.get(askedIn);
  if (asked?.state !== "closed") throw new Broken("round that was asked", "a closed round", askedIn);
  study.problems.require(askedIn > after, "round that was asked", "opened after the objection", askedIn);
  const given = counts.reduce((sum, key) => sum + body.whole(key), 0);
  study.problems.require(given <= asked.panel.length, "answers", `at most ${asked.panel.length}`, given);
}
