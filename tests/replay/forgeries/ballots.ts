/** Forged ballots. */

import { changedBallot, keyAdded } from "../fixture-ballots.ts";
import {
  add,
  both,
  type Change,
  drop,
  type Group,
  newSeat,
  placeOf,
  replaced,
  swap,
  zeros,
} from "./changes.ts";

/** A changed ballot that its author signs. */
const reballot =
  (entry: string, change: Parameters<typeof changedBallot>[1]): Change =>
  (entries) => {
    const place = placeOf(entries, entry);
    return entries.with(place, { ...entries[place], body: changedBallot(entries[place]?.body, change) });
  };

/** A ballot of round 4 that a seat seals before the place of s3 is taken. */
const sealedBy =
  (seat: string): Change =>
  (entries) => {
    const ballot = entries[placeOf(entries, "ballot.sealed last")];
    const body = changedBallot(ballot?.body, { seat, signer: seat, version: 1 });
    return entries.toSpliced(placeOf(entries, "round.seat-replaced"), 0, { type: "ballot.sealed", body });
  };

/** The first ballot is sealed by a device that only the server added to its seat. */
const newDevice: Change = (entries) => {
  const place = placeOf(entries, "ballot.sealed");
  const { seat } = Object(entries[place]?.body);
  const ballot = { ...entries[place], body: changedBallot(entries[place]?.body, { signer: "new" }) };
  const added = { type: "seat.key-added", body: keyAdded(seat, "new", null) };
  return add("seat.added 3", added)(entries.with(place, ballot));
};

/** Ballots and all that comes after them, two days after the deadline. */
const twoDaysLate: Change = (entries) =>
  entries.map((entry, place) =>
    place < placeOf(entries, "ballot.sealed") ? entry : { ...entry, at: 1000 + place + 2 * 86_400_000 },
  );

/** The log up to its last ballot, which is sealed at a time of its own; its round was extended to 99,999. */
const lastBallotAt =
  (at: number): Change =>
  (entries) => {
    const last = placeOf(entries, "ballot.sealed last");
    return entries.slice(0, last + 1).with(last, { ...entries[last], at });
  };

/** A ballot that is opened before its round was cancelled. */
const openedEarly: Change = (entries) => {
  const cancelled = placeOf(entries, "round.cancelled");
  const { round = 0 } = Object(entries[cancelled]).body;
  const opened = entries[placeOf(entries, "ballot.opened")];
  return entries.toSpliced(cancelled, 0, { ...opened, body: { ...Object(opened?.body), round } });
};

/** A place that is filled after the other seat has sealed. */
const replacedLate: Change = (entries) => {
  const [at, last] = [placeOf(entries, "round.seat-replaced"), placeOf(entries, "ballot.sealed last")];
  const ballot = entries[last] ?? {};
  return entries.toSpliced(last, 1).toSpliced(at, 0, ballot);
};

export const ballotsForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format",
    changes: {
      "a swapped verdict": swap("ballot.opened", '[0,1,"unfair"]', '[0,1,"unsure"]'),
      "a wrong salt": swap("ballot.opened", /"salt":"[0-9a-f]{8}/, '"salt":"00000000'),
      "a wrong nonce": swap("ballot.opened", /"nonce":"../, '"nonce":"zz'),
      "a ballot that was never opened": drop("ballot.opened"),
      "an opened ballot of a cancelled round": openedEarly,
      "an opened version that is not the last": swap("ballot.opened 3", '"version":2', '"version":1'),
      "ballots two days late": twoDaysLate,
      "a ballot before an extended deadline": lastBallotAt(99_998),
      "a ballot at its extended deadline": lastBallotAt(99_999),
      "a seat that is removed after a ballot": add(
        "ballot.sealed 5",
        { type: "seat.removed", body: { seat: "s4" } },
        newSeat,
        replaced,
      ),
      "a ballot of a removed seat": sealedBy("s3"),
      "a ballot of a seat that is not on the panel": sealedBy("s4"),
      "a ballot with a skipped version": reballot("ballot.sealed", { version: 2 }),
      "a ballot without a flag that was never opened": drop("ballot.opened 3"),
      "a ballot with an invalid signature": swap(
        "ballot.sealed",
        /"signature":"[0-9a-f]{8}/,
        '"signature":"00000000',
      ),
      "a ballot for a different opening": both(
        reballot("ballot.sealed", { shown: zeros }),
        swap("ballot.opened", /"shown":"[0-9a-f]{64}/, `"shown":"${zeros}`),
      ),
      "a sealed nonce that differs from the committed one": reballot("ballot.sealed", {
        sealedNonce: "another",
      }),
      "a seat that is replaced after a ballot": replacedLate,
      "a different nonce": swap("ballot.opened", /"nonce":"[0-9a-f]{8}/, '"nonce":"00000000'),
      "a different hash of what was shown": swap(
        "ballot.opened",
        /"shown":"[0-9a-f]{8}/,
        '"shown":"00000000',
      ),
      "a ballot with the key of another seat": reballot("ballot.sealed", { signer: "s2" }),
      "a ballot with an unproven key although the seat has a proven one": newDevice,
    },
  },
];
