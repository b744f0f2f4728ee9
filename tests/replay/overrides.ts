/** `decision.overridden` (docs/log-format.md, section 3). */

import type { Entry } from "./entries.ts";
import { Broken } from "./report.ts";
import type { Study } from "./study.ts";

const REASONS = ["legal-duty", "safety", "new-information", "wrong-data", "other"] as const;

export function decisionOverridden({ problems, rounds, erased }: Study, { body }: Entry): void {
  body.only(["round", "position", "decision", "reason", "decidedBy"]);
  const number = body.whole("round", 1);
  const round = rounds.get(number);
  if (round?.state !== "closed") throw new Broken("round of an override", "a closed round", number);
  const position = body.whole("position");
  const drawn = round.decisions[position];
  if (drawn === undefined) throw new Broken("override", "a decision of the draw", position);
  problems.same("decision of an override", 1 - drawn, body.whole("decision"));
  body.word("reason", REASONS);
  problems.require(body.text("decidedBy") !== "", "position of who decided", "a text", "none");
  const { person = "" } = round.people[position] ?? {};
  problems.require(!erased.has(person), "override", "about a person who was not erased", person);
  problems.require(!round.overridden.has(position), "override", "once a person", position);
  const outcome = round.outcomes.get(position);
  const isLost = outcome?.version === 1 && outcome.value === "lost";
  problems.require(
    drawn === 0 || isLost,
    "override",
    "after the first outcome lost",
    outcome?.value ?? "none",
  );
  round.overridden.add(position);
}
