/** Ballots, sealed and opened (docs/log-format.md, sections 3 and 4). */

import type { Json } from "./canonical.ts";
import { isList } from "./canonical.ts";
import type { Entry } from "./entries.ts";
import { keyed, tagged } from "./hashes.ts";
import { isEligible, type Pair } from "./panel.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { Round, Study } from "./study.ts";

export function ballotSealed(study: Study, { body }: Entry): void {
  body.only(["round", "seat", "version", "commitment", "nonceHash"]);
  const round = study.openRound(body.whole("round", 1));
  const seat = body.text("seat");
  const judges = round.panel.includes(seat) && study.seats.get(seat) === "active";
  study.problems.require(judges, "seat of a ballot", round.panel, seat);
  const ballots = round.ballots.get(seat) ?? [];
  study.problems.same("version of a ballot", ballots.length + 1, body.whole("version", 1));
  round.ballots.set(seat, [
    ...ballots,
    { commitment: body.hash("commitment"), nonceHash: body.hash("nonceHash") },
  ]);
}

/** Checks every opened ballot against what was sealed; the flags of each place's last ballot come back. */
export function openBallots(study: Study, round: Round, opened: readonly Fields[]): Pair[][] {
  const due = round.panel.flatMap((seat) =>
    (round.ballots.get(seat) ?? []).map((sealed, index) => ({ seat, version: index + 1, sealed })),
  );
  const order = opened.map((ballot) => [ballot.get("seat") ?? null, ballot.get("version") ?? null]);
  study.problems.same(
    "opened ballots",
    due.map(({ seat, version }) => [seat, version]),
    order,
  );
  const flags = new Map<string, Pair[]>();
  for (const ballot of opened) {
    study.problems.guard(() => {
      ballot.only(["seat", "version", "salt", "nonce", "verdicts"]);
      const seat = ballot.text("seat");
      const version = ballot.whole("version", 1);
      const sealed = due.find((one) => one.seat === seat && one.version === version)?.sealed;
      if (sealed === undefined) return;
      const nonceHash = tagged("nonce", ballot.text("nonce"));
      study.problems.same(`nonce hash of ${seat}, version ${version}`, sealed.nonceHash, nonceHash);
      const verdicts = ballot.list("verdicts");
      const message = { nonceHash, round: round.number, seat, study: study.id, verdicts, version };
      const commitment = keyed(ballot.text("salt"), message);
      study.problems.same(`commitment of ${seat}, version ${version}`, sealed.commitment, commitment);
      flags.set(seat, readFlags(study, round, verdicts));
    });
  }
  return round.panel.map((seat) => flags.get(seat) ?? []);
}

/** Verdicts: eligible, sorted, each pair once. Only `unfair` is a flag. */
function readFlags(study: Study, round: Round, verdicts: readonly Json[]): Pair[] {
  const { alpha } = study.knownSettings();
  const chances = round.people.map(({ chance }) => chance);
  const flags: Pair[] = [];
  let before: Pair = { high: -1, low: -1 };
  for (const verdict of verdicts) {
    if (!isList(verdict) || verdict.length !== 3) throw new Broken("verdict", "[high, low, word]", verdict);
    const pair = { high: wholeNumber(verdict[0], "high"), low: wholeNumber(verdict[1], "low") };
    const word = verdict[2];
    const sorted = pair.high > before.high || (pair.high === before.high && pair.low > before.low);
    study.problems.require(sorted, "order of verdicts", "by high, then low, each once", [before, pair]);
    study.problems.require(isEligible(chances, alpha, pair), "pair of a verdict", "an eligible pair", pair);
    if (word === "unfair") flags.push(pair);
    else if (word !== "acceptable" && word !== "unsure")
      throw new Broken("verdict", "one of three words", word);
    before = pair;
  }
  return flags;
}
