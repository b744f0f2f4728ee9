import type { BeaconChain } from "./beacon-chain.ts";

/** The League of Entropy's chain "quicknet". */
export const quicknet: BeaconChain = {
  scheme: "bls-unchained-g1-rfc9380",
  chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis: 1_692_803_367,
  period: 3,
};

/**
 * Reads a chain from a text: its hash, key, start (POSIX seconds) and period (seconds), separated by spaces.
 *
 * @returns null if it is not a chain
 */
export function parseBeaconChain(text: string): BeaconChain | null {
  const found = /^([0-9a-f]{64})\s+([0-9a-f]{192})\s+(\d{1,12})\s+([1-9]\d{0,11})$/.exec(text.trim());
  if (found === null) return null;
  const [, chain = "", key = "", genesis, period] = found;
  return { scheme: quicknet.scheme, chain, key, genesis: Number(genesis), period: Number(period) };
}

/** Returns a chain as the text that {@link parseBeaconChain} reads. */
export function beaconChainText({ chain, key, genesis, period }: BeaconChain): string {
  return [chain, key, genesis, period].join(" ");
}
