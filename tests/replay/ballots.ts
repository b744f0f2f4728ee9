/** Ballots, sealed and opened (docs/log-format.md, sections 3 and 4). */

import type { Json } from "./canonical.ts";
import { isList } from "./canonical.ts";
import type { Entry } from "./entries.ts";
import { keyed, tagged } from "./hashes.ts";
import { isEligible, type Pair } from "./panel.ts";
import { wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { OpenedBallot, Round, Study } from "./study.ts";

export function ballotSealed(study: Study, { at, body }: Entry): void {
  body.only(["round", "seat", "version", "commitment", "nonceHash"]);
  const round = study.openRound(body.whole("round", 1));
  const seat = body.text("seat");
  const judges = round.panel.includes(seat) && study.seats.get(seat) === "active";
  study.problems.require(judges, "seat of a ballot", round.panel, seat);
  const { deadlineAt } = round;
  const isInTime = deadlineAt === null || at < deadlineAt;
  study.problems.require(isInTime, "time of a ballot", `before ${deadlineAt}`, at);
  const ballots = round.ballots.get(seat) ?? [];
  study.problems.same("version of a ballot", ballots.length + 1, body.whole("version", 1));
  round.ballots.set(seat, [
    ...ballots,
    { commitment: body.hash("commitment"), nonceHash: body.hash("nonceHash") },
  ]);
}

/** Checks an opened ballot against what was sealed, and keeps its flags for the closing. */
export function ballotOpened(study: Study, { seq, body }: Entry): void {
  body.only(["round", "seat", "version", "salt", "nonce", "verdicts"]);
  const round = study.openRound(body.whole("round", 1));
  const seat = body.text("seat");
  const version = body.whole("version", 1);
  const opened: OpenedBallot = { seq, seat, version, flags: [] };
  round.opened.push(opened);
  const sealed = round.ballots.get(seat)?.[version - 1];
  if (sealed === undefined) return;
  const nonceHash = tagged("nonce", body.text("nonce"));
  study.problems.same(`nonce hash of ${seat}, version ${version}`, sealed.nonceHash, nonceHash);
  const verdicts = body.list("verdicts");
  const message = { nonceHash, round: round.number, seat, study: study.id, verdicts, version };
  const commitment = keyed(body.text("salt"), message);
  study.problems.same(`commitment of ${seat}, version ${version}`, sealed.commitment, commitment);
  opened.flags = readFlags(study, round, verdicts);
}

/**
 * At the close, entry `seq`: of each place the last ballot was opened, in the order of places, directly before it. The
 * flags of each place come back.
 */
export function openedFlags(study: Study, round: Round, seq: number): (readonly Pair[])[] {
  const due = round.panel.flatMap((seat) => {
    const last = round.ballots.get(seat)?.length ?? 0;
    return last === 0 ? [] : [[seat, last]];
  });
  const first = seq - due.length;
  study.problems.same(
    "opened ballots",
    due.map(([seat, version], index) => [seat, version, first + index]),
    round.opened.map((opened) => [opened.seat, opened.version, opened.seq]),
  );
  return round.panel.map((seat) => round.opened.find((opened) => opened.seat === seat)?.flags ?? []);
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
