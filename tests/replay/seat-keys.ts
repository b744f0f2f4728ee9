/** The keys of seats, and their proofs (docs/log-format.md, sections 3 and 4). */

import type { Entry } from "./entries.ts";
import { isSigned } from "./hashes.ts";
import type { Fields } from "./read.ts";
import type { KeyProof, Study } from "./study.ts";

/** Adds the first key, made in the browser that accepted the link. */
export function firstKey(study: Study, seat: string, body: Fields): void {
  if (body.isNull("key")) return;
  const key = body.hash("key");
  study.problems.require(body.get("by") !== "account", "key of a seat", "none where no link was taken", key);
  study.problems.require(!study.keys.has(key), "key of a seat", "a new key", key);
  study.keys.set(key, { seat, proof: "seat" });
}

export function seatKeyAdded(study: Study, { body }: Entry): void {
  body.only(["seat", "key", "by"]);
  const { problems } = study;
  const seat = body.text("seat");
  const key = body.hash("key");
  problems.require(study.seats.get(seat) === "active", "seat of a key", "a seat that exists", seat);
  const known = study.keys.get(key);
  problems.require(known === undefined || known.seat === seat, "key of a seat", `a key of ${seat}`, key);
  const proof = body.isNull("by") ? "none" : proofOf(study, { seat, key }, body.object("by"));
  const isNews = known === undefined || (proof !== "none" && known.proof === "none");
  problems.require(isNews, "key of a seat", "a new key, or the first proof of one", key);
  if (isNews) study.keys.set(key, { seat, proof });
}

/** Proves a key by a proven key of its seat or of another; the latter marks it and its successors as confirmed by the panel. */
function proofOf(study: Study, { seat, key }: { seat: string; key: string }, by: Fields): KeyProof {
  by.only(["key", "signature"]);
  const other = by.hash("key");
  const known = study.keys.get(other) ?? { seat: "", proof: "none" };
  const isOld = known.proof !== "none" && study.seats.get(known.seat) === "active";
  study.problems.require(isOld, "key that vouches", "a proven key of a seat", other);
  const isRight = isSigned(other, by.signature("signature"), "seat-key", study.id, seat, key);
  study.problems.require(isRight, "signature of a key", `of ${other}`, "another");
  if (!isOld || !isRight) return "none";
  return known.seat === seat ? known.proof : "panel";
}
