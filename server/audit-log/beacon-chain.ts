import { z } from "zod";
import { count, ordinal } from "#server/learner/config/fields.ts";
import { hex64, hex96, hex192 } from "./fields.ts";

/**
 * A chain of a public beacon (drand): one number each period, unpredictable beforehand and verifiable by anyone
 * afterwards.
 */
export const beaconChainSchema = z.strictObject({
  scheme: z.literal("bls-unchained-g1-rfc9380"),
  /** The chain's hash, which relays use as its name. */
  chain: hex64,
  /** A point of G2. */
  key: hex192,
  /** POSIX seconds. */
  genesis: count,
  /** Seconds. */
  period: ordinal,
});

export type BeaconChain = z.output<typeof beaconChainSchema>;

/** The beacon as a study's first entry describes it. */
export const studyBeaconSchema = beaconChainSchema.extend({
  /** Seconds between the entry that names a number and that number, so that a witness has time to sign. */
  delay: count,
});

export type StudyBeacon = z.output<typeof studyBeaconSchema>;

/** The published number of a public beacon that an earlier entry named. */
export const publicNumberSchema = z.strictObject({
  signature: hex96,
  /**
   * A signed note: the log when the number was named, cosigned before the number was published; null where no witness
   * cosigned.
   */
  checkpoint: z.string().nullable(),
});

/** A `round.closing` of a lost history, with a proof that it was in that history. */
export const lostClosingSchema = z.strictObject({
  /** The line of the entry. */
  entry: z.string(),
  /** The inclusion proof of the entry in the tree of the checkpoint. */
  proof: z.array(hex64).max(63),
  /** A checkpoint of the lost history, with cosignatures. */
  checkpoint: z.string(),
});

export type LostClosing = z.output<typeof lostClosingSchema>;

/** Returns when a number of the chain is published, in UTC milliseconds. */
export function beaconTime({ genesis, period }: BeaconChain, round: number): number {
  return (genesis + (round - 1) * period) * 1_000;
}

/**
 * Returns the first number that is published `delay` seconds or more after a moment: the number that an entry written
 * at that moment names.
 */
export function namedBeaconRound(beacon: StudyBeacon, at: number): number {
  const sinceGenesis = at + beacon.delay * 1_000 - beacon.genesis * 1_000;
  return Math.max(1, Math.ceil(sinceGenesis / (beacon.period * 1_000)) + 1);
}
