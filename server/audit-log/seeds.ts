import type { EntryBody, LoggedDraw } from "./entries.ts";
import { asHex, keyedHash, taggedHash, taggedHashes } from "./hash.ts";

/** The number of links of a study's seed tree: the maximum number of rounds, including cancelled ones. */
export const seedTreeSize = 16_384;

/**
 * Returns the leaf of a link in the seed tree: H("seed-tree", s_n). The tree's root is in the first entry, so each link
 * is fixed from the beginning, and disclosing one reveals nothing about the others.
 *
 * @throws LogError "not-hex"
 */
export function seedLeaf(link: string): string {
  return taggedHash("seed-tree", asHex(link));
}

/**
 * Returns the seed of a round's noise for learners that perturb: H("noise", s_n). Unlike the link, it may be public.
 *
 * @throws LogError "not-hex"
 */
export function noiseSeed(link: string): string {
  return taggedHash("noise", asHex(link));
}

/**
 * Returns the seed of the lot of a round's panel: its noiseSeed, or where the lot awaits a public number
 * H("panel-lot", noiseSeed, signature).
 *
 * @param signature of the public number; null where the lot awaits none
 * @throws LogError "lone-surrogate"
 */
export function lotSeed(noiseSeed: string, signature: string | null): string {
  return signature === null ? noiseSeed : taggedHash("panel-lot", noiseSeed, signature);
}

/**
 * Returns the seed of FTPL's geometric resampling in round n: H("resamples", s_n), unknown to the panel until the round
 * ends.
 *
 * @throws LogError "not-hex"
 */
export function resampleSeed(link: string): string {
  return taggedHash("resamples", asHex(link));
}

/**
 * Returns a hash of everything that a draw depends on: H("round-inputs", study, prev, body without the key
 * `drawCommitment`).
 *
 * @param prev the hash of the entry before the opening, which makes all earlier entries part of the inputs
 * @param openedBody the body of `round.opened`, with its drawCommitment or before it is known
 */
export function inputsHash(
  study: string,
  prev: string,
  openedBody: Omit<EntryBody<"round.opened">, "drawCommitment"> & { readonly drawCommitment?: string | null },
): string {
  const { drawCommitment: _, ...inputs } = openedBody;
  return taggedHash("round-inputs", study, asHex(prev), inputs);
}

/** The values from which the number of a draw is computed. */
export type DrawInputs = {
  /** s_n of this round, secret until the round ends. */
  readonly link: string;
  readonly study: string;
  readonly round: number;
  readonly inputsHash: string;
  /**
   * One string for each place of the panel at close: the nonceHash of that seat's ballot version 1, or "". An empty
   * list when the study draws at the opening.
   */
  readonly nonceHashes: readonly string[];
  /** The beacon's signature, 96 hex digits; null in a study without a beacon. */
  readonly beacon: string | null;
};

/**
 * Computes the number of a draw: 53 bits of K(s_n, ["evenhand/1/draw", study, round, inputsHash, nonceHashes]), with
 * the beacon's signature as a sixth element where the study has a beacon.
 *
 *   u = floor(first 8 bytes, big-endian, / 2^11) / 2^53
 *
 * @returns u in [0, 1), a multiple of 2^-53, and the decimal that is logged for it
 * @throws LogError "not-hex"
 */
export function drawNumber(inputs: DrawInputs): { readonly u: number; readonly decimal: string } {
  const nonces = inputs.nonceHashes.map((nonceHash) => (nonceHash === "" ? "" : asHex(nonceHash)));
  const { link, study, round, beacon } = inputs;
  const drawn = beacon === null ? [] : [beacon];
  const message = ["evenhand/1/draw", study, round, asHex(inputs.inputsHash), nonces, ...drawn];
  const firstBytes = BigInt(`0x${keyedHash(link, message).slice(0, 16)}`);
  const u = Number(firstBytes >> 11n) / 2 ** 53;
  return { u, decimal: String(u) };
}

/**
 * Returns the order in which an even draw sums the chances: positions by H("draw-order", s_n, position).
 *
 * @param link s_n of the round
 * @param count k
 * @returns a permutation of 0..k-1
 * @throws LogError "not-hex"
 */
export function drawOrder(link: string, count: number): number[] {
  const hashOf = taggedHashes("draw-order", asHex(link));
  const places = Array.from({ length: count }, (_, position) => hashOf(position));
  const order = places.map((_, position) => position);
  // Stryker disable next-line EqualityOperator: two positions never have the same hash
  return order.sort((a, b) => ((places[a] as string) < (places[b] as string) ? -1 : 1));
}

/** A draw that is made at the opening and revealed at the close. */
export type CommittedDraw = LoggedDraw & { readonly link: string; readonly inputsHash: string };

/**
 * Returns the commitment to a draw made at the opening: H("draw-commitment", s_n, inputsHash, u, hypothesis or order,
 * decisions). The link is the salt, so the draw cannot be guessed before the round ends.
 *
 * @throws LogError "not-hex"
 */
export function drawCommitment(draw: CommittedDraw): string {
  const by = "order" in draw ? draw.order : draw.hypothesis;
  return taggedHash("draw-commitment", asHex(draw.link), asHex(draw.inputsHash), draw.u, by, draw.decisions);
}
