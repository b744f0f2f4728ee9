/** Keys of seats and ballots for handmade logs (docs/log-format.md, section 4). */

import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { type Body, H, K, STUDY, sha, text, type Value } from "./fixture-hashes.ts";

export type Verdict = [number, number, string] | [number, number, string, number];

type SeatKey = {
  key: string;
  /** Signs this text. */
  sign: (message: string) => Buffer;
  signed: (tag: string, ...parts: Value[]) => string;
};

const keys = new Map<string, SeatKey>();

/** Returns the key of this name, which repeats from run to run. */
export function keyOf(name: string): SeatKey {
  const known = keys.get(name) ?? makeKey(name);
  keys.set(name, known);
  return known;
}

function makeKey(name: string): SeatKey {
  // an Ed25519 key as RFC 8410 writes it
  const der = Buffer.from(`302e020100300506032b657004220420${sha(`seat key ${name}`)}`, "hex");
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  const signText = (message: string) => sign(null, Buffer.from(message), privateKey);
  const signed = (tag: string, ...parts: Value[]) =>
    signText(text([`evenhand/1/${tag}`, ...parts])).toString("hex");
  return { key: spki.subarray(-32).toString("hex"), sign: signText, signed };
}

/** Returns the initial public key of a seat in a handmade log. */
export const publicKeyOf = (seat: string) => keyOf(seat).key;

/** Makes the body of an entry that adds a key by name, confirmed with another key or none. */
export function keyAdded(seat: string, name: string, by: string | null): Body {
  const { key } = keyOf(name);
  if (by === null) return { seat, key, by };
  const old = keyOf(by);
  return { seat, key, by: { key: old.key, signature: old.signed("seat-key", STUDY, seat, key) } };
}

type Ballot = {
  round: number;
  seat: string;
  version: number;
  salt: string;
  nonce: string;
  /** The nonce whose hash is sealed with the commitment; if absent, that of the commitment. */
  sealedNonce?: string;
  shown: string;
  verdicts: Verdict[];
  /** Votes on the proposals of its round, if there are any. */
  votes?: (string | null)[];
  /** Name of the key that signs it; by default the seat's key. */
  signer: string;
  /** The study that it names; by default the log's. */
  study?: string;
};

/** Makes a ballot like an auditor's browser, once the round's opening is known. */
export function sealedBody(ballot: Ballot, opening: string): Body {
  const { round, seat, version, salt, nonce, shown, verdicts, votes, signer, study = STUDY } = ballot;
  const nonceHash = H("nonce", ballot.sealedNonce ?? nonce);
  const said = { verdicts, ...(votes !== undefined && { votes }) };
  const commitment = K(salt, {
    nonceHash: H("nonce", nonce),
    opening,
    round,
    seat,
    shown,
    study,
    version,
    ...said,
  });
  const { key, signed } = keyOf(signer);
  const signature = signed("ballot", study, opening, round, seat, version, nonceHash, commitment);
  const body = { round, seat, version, commitment, nonceHash, key, signature };
  made.set(signature, { ballot, text: text(body) });
  return body;
}

/** Returns the author's copy of a ballot. */
export function ballotIn(body: Value | undefined): Ballot {
  const known = made.get(String(Object(body).signature));
  if (known === undefined) throw new Error("this ballot was not made here");
  return known.ballot;
}

/** Changes a ballot. A rechained log binds it to its opening. */
export function changedBallot(body: Value | undefined, change: Partial<Ballot>): Body {
  return sealedBody({ ...ballotIn(body), ...change }, "");
}

/** All ballots that were made, by their signature. */
const made = new Map<string, { ballot: Ballot; text: string }>();

/** Binds a ballot to another opening; a tampered one stays unchanged. */
export function resigned(body: Value | undefined, opening: string): Value {
  const known = made.get(String(Object(body).signature));
  return known === undefined || known.text !== text(body ?? null)
    ? (body ?? null)
    : sealedBody(known.ballot, opening);
}
