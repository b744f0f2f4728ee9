/** A state of mode `guarded` in an erasure: compared with the known values, then used. */

import type { Fields } from "./read.ts";
import { TOLERANCE } from "./report.ts";
import type { Study } from "./study.ts";

const KEYS = "before eta labels learner lin mixability noLabels reported size spent tau verdicts";

export function resumeGuarded(study: Study, head: Fields, parts: Float64Array[]): void {
  const { problems } = study;
  const state = study.knownGuarded();
  const isAveraged = study.knownSettings().picks?.rule === "average";
  const rounds = study.openRounds.head(isAveraged, true);
  const { tau, later } = study.openRounds.settled(state.settings.guarded);
  const known = { ...rounds, ...(later.length === 0 ? {} : { later }) };
  head.only([...KEYS.split(" "), ...Object.keys(known)]);
  for (const [key, expected] of Object.entries(known))
    problems.same(`${key} of a state`, expected, head.get(key));
  problems.same("learner of a state", "guarded", head.text("learner"));
  problems.same("size of a state", study.knownSettings().rules.count, head.whole("size"));
  problems.same("before of a state", true, head.isNull("before"));
  const { core, lin, labels } = state.summary;
  problems.same("reported of a state", core.reported, head.flag("reported"));
  problems.same(
    "labels of a state",
    [labels.count, labels.no],
    [head.whole("labels"), head.whole("noLabels")],
  );
  const numbers = { tau, spent: core.spent, mixability: core.mixability, eta: core.eta, lin };
  for (const [key, expected] of Object.entries(numbers))
    near(study, `${key} of a state`, expected, head.number(key));
  const verdicts = head.objects("verdicts").map((fields) => {
    const expires = state.settings.guarded.rememberFor !== null;
    fields.only(["bound", "charge", "count", "high", "low", "round", ...(expires ? ["until"] : [])]);
    // A person is in only one closed round.
    problems.same("count of a verdict", 1, fields.whole("count"));
    const round = fields.whole("round");
    problems.require(
      round >= 1 && round < state.rounds.next,
      "round of a verdict",
      `1 to ${state.rounds.next - 1}`,
      round,
    );
    return {
      people: [fields.text("high"), fields.text("low")] as const,
      bound: fields.number("bound"),
      charge: fields.number("charge"),
      until: expires ? fields.whole("until") : null,
    };
  });
  const pairs = core.verdicts.map(({ people, until }) => [...people, until]);
  // It was unknown which verdict was dropped; the state shows it.
  if (!state.isUncertain)
    problems.same(
      "verdicts of a state",
      pairs,
      verdicts.map(({ people, until }) => [...people, until]),
    );
  for (const [place, { bound }] of core.verdicts.entries()) {
    near(study, "bound of a verdict", bound, verdicts[place]?.bound ?? Number.NaN);
  }
  const [loss, tilt, pending] = parts;
  if (loss === undefined || tilt === undefined || pending === undefined) return;
  state.resume(
    { loss: [...loss], tilt: [...tilt], pending: [...pending], lin: head.number("lin") },
    verdicts,
  );
}

function near(study: Study, what: string, expected: number, found: number): void {
  const holds = Math.abs(expected - found) <= TOLERANCE * Math.max(1, Math.abs(expected));
  study.problems.require(holds, what, String(expected), String(found));
}
