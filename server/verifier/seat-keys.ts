import type { Entry } from "#server/audit-log/entries.ts";
import { seatKeyMessage } from "#server/audit-log/seat-keys.ts";
import type { StudyState } from "./study.ts";

/** Checks the key of the person who opened the link; a seat that the server assigned has none. */
export function firstKey({ findings, keys }: StudyState, { body }: Entry<"seat.added">): void {
  const { seat, by, key } = body;
  if (key === null) return;
  findings.require(by !== "account", "key of a seat", "none where no link was taken", key);
  findings.require(!keys.has(key), "key of a seat", "a new key", key);
  keys.set(key, { seat, isProven: true });
}

export function seatKeyAdded(study: StudyState, entry: Entry<"seat.key-added">): void {
  const { findings, seats, keys } = study;
  const { seat, key } = entry.body;
  findings.same("seat of a key", "active", seats.get(seat) ?? "none");
  const known = keys.get(key);
  findings.require(known === undefined || known.seat === seat, "key of a seat", `a key of ${seat}`, key);
  const isProven = isVouchedFor(study, entry);
  const isNews = known === undefined || (isProven && !known.isProven);
  findings.require(isNews, "key of a seat", "a new key, or the first proof of one", key);
  if (isNews) keys.set(key, { seat, isProven });
}

/** Returns whether a proven key of the same seat signed this one. */
function isVouchedFor(
  { findings, keys, isSigned }: StudyState,
  { study, body }: Entry<"seat.key-added">,
): boolean {
  const { seat, key, by } = body;
  if (by === null) return false;
  const old = keys.get(by.key);
  const isOld = old?.seat === seat && old.isProven;
  findings.require(isOld, "key that vouches", `a proven key of ${seat}`, by.key);
  const isRight = isSigned(by.key, seatKeyMessage({ study, seat, key }), by.signature);
  findings.require(isRight, "signature of a key", `one of ${by.key}`, by.signature);
  return isOld && isRight;
}
