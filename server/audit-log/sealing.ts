import {
  type BallotPlace,
  ballotCommitment,
  ballotMessage,
  nonceHash,
  orderVerdicts,
  type SealedBallot,
} from "./ballots.ts";
import { LogError } from "./errors.ts";
import { seatKeyMessage } from "./seat-keys.ts";
import { type ShownPerson, shownDigest } from "./shown.ts";

/** A seat's key on the device that holds its private half. */
export type DeviceKey = { readonly key: string; readonly privateKey: CryptoKey };

/** A round as its page showed it, and the seat that seals. */
export type SealedRound = BallotPlace & { readonly people: readonly ShownPerson[] };

/** A ballot signed by the device that made it, with the data that opens it when the round closes. */
export type SignedBallot = Pick<SealedBallot, "version" | "salt" | "shown" | "verdicts" | "votes"> & {
  /**
   * 32 random bytes made by the device, hex: the auditor's contribution to the draw, which uses the nonce of the first
   * ballot.
   */
  readonly nonce: string;
  readonly commitment: string;
  /** Public key of the seat. */
  readonly key: string;
  readonly signature: string;
};

/** The content of a ballot. */
export type BallotContent = Pick<SignedBallot, "verdicts" | "votes">;

/** The part of the server's answer to a judging auditor that a ballot is made from. */
type JudgedRound = Pick<SealedRound, "opening" | "seat"> & {
  readonly round: { readonly number: number };
  readonly nextVersion: number;
  readonly people: readonly { readonly [Key in keyof ShownPerson]: ShownPerson[Key] | null }[];
};

/** @throws LogError "person-erased" if a person of the round was erased: such a round is not open */
export function roundToSeal(study: string, judging: JudgedRound): SealedRound {
  const { opening, round, seat, nextVersion, people } = judging;
  return { study, opening, round: round.number, seat, version: nextVersion, people: people.map(asShown) };
}

function asShown({ person, chance, cells, shownKey }: JudgedRound["people"][number]): ShownPerson {
  if (person !== null && chance !== null && cells !== null && shownKey !== null) {
    return { person, chance, cells, shownKey };
  }
  throw new LogError("person-erased", "a person of the round was erased");
}

/** Makes a new Ed25519 key whose private half cannot be read, even by the page. @throws any WebCrypto error */
export async function makeDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  return { key: hexOf(await crypto.subtle.exportKey("raw", publicKey)), privateKey };
}

/**
 * Makes a ballot in the auditor's browser: bound to the round's opening, to what the page showed and to the verdicts,
 * and signed. `salt` and `nonce` also go to the server, which uses them to open the ballot at the close.
 *
 * @param random salt and nonce: 32 random bytes each, hex
 * @throws LogError "verdict-order" if a pair occurs twice; "not-hex"
 */
export async function sealedBallot(
  { people, ...where }: SealedRound,
  { verdicts, votes }: BallotContent,
  { salt, nonce }: { salt: string; nonce: string },
  { key, privateKey }: DeviceKey,
): Promise<SignedBallot> {
  const ordered = orderVerdicts(verdicts);
  const bound = { ...where, nonceHash: nonceHash(nonce) };
  const shown = shownDigest(people);
  const content = { verdicts: ordered, ...(votes && { votes }) };
  const commitment = ballotCommitment({ ...bound, salt, shown, ...content });
  const signature = await signed(privateKey, ballotMessage({ ...bound, commitment }));
  const { version } = where;
  return { version, salt, nonce, shown, commitment, key, signature, ...content };
}

/** Signs the statement by which a device with a proven key confirms another device's key. */
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
