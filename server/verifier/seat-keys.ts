import * as say from "#messages/differences.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { seatKeyMessage } from "#server/audit-log/seat-keys.ts";
import type { KeyProof, StudyState } from "./study.ts";

/** Checks the key of the person who opened the link; a seat that the server assigned has none. */
export function firstKey({ findings, keys }: StudyState, { body }: Entry<"seat.added">): void {
  const { seat, by, key } = body;
  if (key === null) return;
  findings.require(by !== "account", say.keyOfSeat(), say.noneWithoutLink(), key);
  findings.require(!keys.has(key), say.keyOfSeat(), say.newKey(), key);
  keys.set(key, { seat, proof: "seat" });
}

export function seatKeyAdded(study: StudyState, entry: Entry<"seat.key-added">): void {
  const { findings, seats, keys } = study;
  const { seat, key } = entry.body;
  findings.same(
    say.seatOfKey(),
    say.status({ status: "active" }),
    say.status({ status: seats.get(seat) ?? "none" }),
  );
  const known = keys.get(key);
  findings.require(known === undefined || known.seat === seat, say.keyOfSeat(), say.keyOf({ seat }), key);
  const proof = proofOf(study, entry);
  const isNews = known === undefined || (proof !== "none" && known.proof === "none");
  findings.require(isNews, say.keyOfSeat(), say.newKeyOrProof(), key);
  if (isNews) keys.set(key, { seat, proof });
}

/** Returns how the key that signed this one proves it. */
function proofOf(
  { findings, keys, seats, isSigned }: StudyState,
  { study, body }: Entry<"seat.key-added">,
): KeyProof {
  const { seat, key, by } = body;
  if (by === null) return "none";
  const old = keys.get(by.key);
  const isProven = old !== undefined && old.proof !== "none" && seats.get(old.seat) === "active";
  findings.require(isProven, say.vouchingKey(), say.provenKey(), by.key);
  const isRight = isSigned(by.key, seatKeyMessage({ study, seat, key }), by.signature);
  findings.require(isRight, say.signatureOfKey(), say.madeWith({ key: by.key }), by.signature);
  if (!isProven || !isRight) return "none";
  return old.seat === seat ? old.proof : "panel";
}

/** Checks that a ballot has a key of its seat, a proven one if the seat has any. Returns its proof. */
export function proofOfBallot({ findings, keys }: StudyState, seat: string, key: string): KeyProof {
  const own = keys.get(key);
  findings.require(own?.seat === seat, say.keyOfBallot(), say.keyOf({ seat }), key);
  if (own?.seat !== seat) return "none";
  const needsProof = [...keys.values()].some((one) => one.seat === seat && one.proof !== "none");
  findings.require(own.proof !== "none" || !needsProof, say.keyOfBallot(), say.provenKeyOf({ seat }), key);
  return own.proof;
}
