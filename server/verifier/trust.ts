import type { BeaconChain } from "#server/audit-log/beacon-chain.ts";
import { beaconChainText, parseBeaconChain, quicknet } from "#server/audit-log/beacon-texts.ts";
import type { CheckpointKeys } from "#server/audit-log/checkpoints/check-log.ts";
import { parseVerifierKey } from "#server/audit-log/checkpoints/keys.ts";
import { ifReadable } from "#server/audit-log/errors.ts";

/** Beacons and witnesses that the reader trusts and knows from a source other than the log. */
export type Trusted = {
  readonly beacons: readonly BeaconChain[];
  /** Verifier keys. If there are any, cosignatures of other witnesses are ignored. */
  readonly witnesses: readonly string[];
};

/** The beacon and witnesses that are known only from the log: the server may control them. */
export type ReliedOn = { readonly beacon: BeaconChain | null; readonly witnesses: readonly string[] };

/** Reads trusted beacons and witnesses; null if a text is not a beacon chain or not a witness's key. */
export function trustedIn(chains: readonly string[], keys: readonly string[]): Trusted | null {
  const beacons = chains.flatMap((text) => parseBeaconChain(text) ?? []);
  const witnesses = keys.map((text) => text.trim()).filter(isWitnessKey);
  const isWhole = beacons.length === chains.length && witnesses.length === keys.length;
  return isWhole ? { beacons, witnesses } : null;
}

function isWitnessKey(text: string): boolean {
  return ifReadable(() => parseVerifierKey(text).type === "ed25519-cosignature") ?? false;
}

/** Published beacons, which are trusted without being named. */
const published: readonly BeaconChain[] = [quicknet];

/**
 * Returns whether draws use a published beacon or one that the reader named. Hash, key, start and period must all be
 * equal: with a different start, the numbers would be public before they are due.
 */
export function isTrustedBeacon({
  beacon,
  trusted,
}: {
  readonly beacon: BeaconChain | null;
  readonly trusted: Trusted;
}): boolean {
  if (beacon === null) return false;
  const text = beaconChainText(beacon);
  return [...published, ...trusted.beacons].some((chain) => beaconChainText(chain) === text);
}

/** Returns the signers of a log's checkpoints with the witnesses that count. */
export function keysToTrust(keys: CheckpointKeys, { witnesses }: Trusted): CheckpointKeys {
  return witnesses.length > 0 ? { ...keys, witnesses } : keys;
}
