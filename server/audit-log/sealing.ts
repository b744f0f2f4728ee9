import { ballotCommitment, ballotMessage, nonceHash, orderVerdicts } from "./ballots.ts";
import { LogError } from "./errors.ts";
import { seatKeyMessage } from "./seat-keys.ts";
import { type ShownPerson, shownDigest } from "./shown.ts";
import type { Verdict } from "./verdicts.ts";

/** A key of a seat on the device where its private half stays. */
export type DeviceKey = { readonly key: string; readonly privateKey: CryptoKey };

/** A round as its page was drawn, and whose ballot it is. */
export type SealedRound = {
  readonly study: string;
  readonly opening: string;
  readonly round: number;
  readonly seat: string;
  readonly version: number;
  readonly people: readonly ShownPerson[];
};

/** A ballot as the device that made it signed it, with what opens it when the round closes. */
export type SignedBallot = {
  readonly version: number;
  /** 32 random bytes of the device's, hex. */
  readonly salt: string;
  /** The same: the auditor's own part in the draw, which takes that of the first ballot. */
  readonly nonce: string;
  readonly shown: string;
  readonly commitment: string;
  /** Public key of the seat. */
  readonly key: string;
  readonly signature: string;
  /** In the order of a ballot. */
  readonly verdicts: readonly Verdict[];
};

/** What the server says of a round to whoever judges it, as far as a ballot is made of it. */
type JudgedRound = Pick<SealedRound, "opening" | "seat"> & {
  readonly round: { readonly number: number };
  readonly nextVersion: number;
  readonly people: readonly { readonly [Key in keyof ShownPerson]: ShownPerson[Key] | null }[];
};

/** @throws LogError "person-erased" if somebody of the round was erased: then it is not open */
export function roundToSeal(study: string, judging: JudgedRound): SealedRound {
  const { opening, round, seat, nextVersion, people } = judging;
  return { study, opening, round: round.number, seat, version: nextVersion, people: people.map(asShown) };
}

function asShown({ person, chance, cells, shownKey }: JudgedRound["people"][number]): ShownPerson {
  if (person !== null && chance !== null && cells !== null && shownKey !== null) {
    return { person, chance, cells, shownKey };
  }
  throw new LogError("person-erased", "somebody of the round was erased");
}

/** A new Ed25519 key whose private half cannot be read, not even by the page. @throws whatever WebCrypto throws */
export async function makeDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  return { key: hexOf(await crypto.subtle.exportKey("raw", publicKey)), privateKey };
}

/**
 * A ballot as the auditor's browser makes it: bound to the round's opening, to what the page showed and to the verdicts,
 * and signed. `salt` and `nonce` go to the server as well, which opens the ballot with them at the close.
 *
 * @param random salt and nonce: 32 random bytes each, hex
 * @throws LogError "verdict-order" if a pair occurs twice; "not-hex"
 */
export async function sealedBallot(
  { people, ...where }: SealedRound,
  verdicts: readonly Verdict[],
  { salt, nonce }: { salt: string; nonce: string },
  { key, privateKey }: DeviceKey,
): Promise<SignedBallot> {
  const ordered = orderVerdicts(verdicts);
  const bound = { ...where, nonceHash: nonceHash(nonce) };
  const shown = shownDigest(people);
  const commitment = ballotCommitment({ ...bound, salt, shown, verdicts: ordered });
  const signature = await signed(privateKey, ballotMessage({ ...bound, commitment }));
  const { version } = where;
  return { version, salt, nonce, shown, commitment, key, signature, verdicts: ordered };
}

/** What an older device of a seat says of another one's key. */
export async function vouchedKey(
  about: { study: string; seat: string; key: string },
  { key, privateKey }: DeviceKey,
): Promise<{ key: string; signature: string }> {
  return { key, signature: await signed(privateKey, seatKeyMessage(about)) };
}

async function signed(privateKey: CryptoKey, text: string): Promise<string> {
  return hexOf(await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text)));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
