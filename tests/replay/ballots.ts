/** Ballots, sealed and opened (docs/log-format.md, sections 3 and 4). */

import { readVotes } from "./annulments.ts";
import { requireTaking } from "./beacon.ts";
import type { Json } from "./canonical.ts";
import { isList } from "./canonical.ts";
import type { Entry } from "./entries.ts";
import { isSigned, keyed, tagged } from "./hashes.ts";
import { isEligible, type Pair, wordOfTolerance } from "./panel.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { KeyProof, OpenedBallot, Round, Study } from "./study.ts";

export function ballotSealed(study: Study, { at, previousAt, body }: Entry): void {
  body.only(["round", "seat", "version", "commitment", "nonceHash", "key", "signature"]);
  const round = study.openRound(body.whole("round", 1));
  requireTaking(study, round, "ballot");
  const seat = body.text("seat");
  const judges = round.panel.includes(seat) && study.seats.get(seat) === "active";
  study.problems.require(judges, "seat of a ballot", round.panel, seat);
  const { deadlineAt } = round;
  const isInTime = deadlineAt === null || at < deadlineAt;
  const isUntimed = !isInTime && at === previousAt;
  study.problems.require(isInTime || isUntimed, "time of a ballot", `before ${deadlineAt}`, at);
  if (isUntimed) study.untimedBallots++;
  const ballots = round.ballots.get(seat) ?? [];
  const version = body.whole("version", 1);
  study.problems.same("version of a ballot", ballots.length + 1, version);
  const hashes = { commitment: body.hash("commitment"), nonceHash: body.hash("nonceHash") };
  const proof = checkSignature(study, round, { seat, version, ...hashes }, body);
  round.ballots.set(seat, [...ballots, { ...hashes, proof }]);
}

type Signed = { seat: string; version: number; commitment: string; nonceHash: string };

/** Checks that a ballot is signed with its seat's key, a proven one if the seat has any. @returns what proves the key */
function checkSignature(study: Study, round: Round, ballot: Signed, body: Fields): KeyProof {
  const key = body.hash("key");
  const known = study.keys.get(key);
  const { seat, version, nonceHash, commitment } = ballot;
  study.problems.require(known?.seat === seat, "key of a ballot", `a key of ${seat}`, key);
  const proof = known?.seat === seat ? known.proof : "none";
  const isProofDue = [...study.keys.values()].some((one) => one.seat === seat && one.proof !== "none");
  if (known?.seat === seat && isProofDue) {
    study.problems.require(proof !== "none", "key of a ballot", `a proven key of ${seat}`, key);
  }
  const message = [study.id, round.opening, round.number, seat, version, nonceHash, commitment];
  const isRight = isSigned(key, body.signature("signature"), "ballot", ...message);
  study.problems.require(isRight, "signature of a ballot", `of ${key}`, "another");
  return proof;
}

/** Checks an opened ballot against what was sealed, and keeps its flags for the closing. */
export function ballotOpened(study: Study, { seq, body }: Entry): void {
  const round = study.openRound(body.whole("round", 1));
  const more = round.annulments.length > 0 ? ["votes"] : [];
  body.only(["round", "seat", "version", "salt", "nonce", "shown", "verdicts", ...more]);
  const seat = body.text("seat");
  const version = body.whole("version", 1);
  const opened: OpenedBallot = { seq, seat, version, flags: [], votes: [] };
  round.opened.push(opened);
  const ballots = round.ballots.get(seat) ?? [];
  study.problems.same("version of an opened ballot", ballots.length, version);
  const sealed = ballots[version - 1];
  if (sealed === undefined) return;
  const nonceHash = tagged("nonce", body.text("nonce"));
  study.problems.same(`nonce hash of ${seat}, version ${version}`, sealed.nonceHash, nonceHash);
  const verdicts = body.list("verdicts");
  const shown = body.hash("shown");
  const { opening, number } = round;
  const said = { verdicts, ...(more.length > 0 && { votes: body.list("votes") }) };
  const message = { nonceHash, opening, round: number, seat, shown, study: study.id, version, ...said };
  const commitment = keyed(body.text("salt"), message);
  study.problems.same(`commitment of ${seat}, version ${version}`, sealed.commitment, commitment);
  checkShown(study, round, seat, shown);
  if (sealed.proof === "none") study.unprovenBallots++;
  if (sealed.proof === "panel") study.confirmedBallots++;
  opened.flags = readFlags(study, round, verdicts);
  opened.votes = readVotes(round, body);
}

/** Checks that the auditor was shown the cells of the features file; for a person without features this is unknown. */
function checkShown(study: Study, round: Round, seat: string, found: string): void {
  const places = study.knownSettings().shown;
  const shown = round.people.map(({ person, double }) => {
    const features = study.features.get(person);
    return features?.shown ? [person, String(double), features.shown(places)] : null;
  });
  if (shown.includes(null)) return;
  study.problems.same(`shown to ${seat}`, tagged("shown", shown), found);
}

/**
 * Checks at the close, entry `seq`, that the last ballot of each place was opened directly before it, in order of places.
 * @returns the flags of each place
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

/** Reads verdicts: eligible, sorted, each pair once, with a consistent tolerance or none. Only `unfair` is a flag. */
function readFlags(study: Study, round: Round, verdicts: readonly Json[]): Pair[] {
  const { alpha, asksTolerance } = study.knownSettings();
  const chances = round.people.map(({ chance }) => chance);
  const asked = round.tolerancePairs;
  const flags: Pair[] = [];
  let before: Pair = { high: -1, low: -1 };
  for (const verdict of verdicts) {
    if (!isList(verdict) || verdict.length < 3 || verdict.length > 4) {
      throw new Broken("verdict", "[high, low, word] or [high, low, word, tolerance]", verdict);
    }
    const pair = { high: wholeNumber(verdict[0], "high"), low: wholeNumber(verdict[1], "low") };
    const word = verdict[2];
    const sorted = pair.high > before.high || (pair.high === before.high && pair.low > before.low);
    study.problems.require(sorted, "order of verdicts", "by high, then low, each once", [before, pair]);
    const isAllowed = asked
      ? asked.some(({ high, low }) => high === pair.high && low === pair.low)
      : isEligible(chances, alpha, pair);
    study.problems.require(isAllowed, "pair of a verdict", "an eligible or asked pair", pair);
    if (asked && verdict.length === 3) throw new Broken("tolerance of a verdict", "a number", word);
    if (word === "unfair") {
      if (!asked) flags.push(pair);
    } else if (word !== "acceptable" && word !== "unsure")
      throw new Broken("verdict", "one of three words", word);
    if (verdict.length === 4) {
      const points = wholeNumber(verdict[3], "tolerance");
      if (points > 100) throw new Broken("tolerance", "at most 100", points);
      const says = asksTolerance || asked ? wordOfTolerance(chances, pair, points) : "not asked for";
      study.problems.require(word === says, "tolerance of a verdict", says, [word, points]);
    }
    before = pair;
  }
  return flags;
}
