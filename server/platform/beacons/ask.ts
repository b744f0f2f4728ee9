import { z } from "zod";
import { isBeaconSignature } from "#server/audit-log/beacon/verify.ts";
import type { BeaconChain } from "#server/audit-log/beacon-chain.ts";
import { readShort } from "#server/platform/process/short-answer.ts";

/** How long one relay may take, in milliseconds. */
const timeoutMs = 5_000;
const longestAnswer = 4_096;

/** Why a number is not there. */
export const beaconTroubleSchema = z.enum(["noRelay", "noNumber", "wrongSignature"]);
type BeaconTrouble = z.infer<typeof beaconTroubleSchema>;

export type RelayAnswer =
  /** The signature is verified, so its source does not matter. */
  | { readonly kind: "number"; readonly signature: string }
  | { readonly kind: "trouble"; readonly trouble: BeaconTrouble };

const numberSchema = z.object({ round: z.int(), signature: z.string() });

/** Requests one number of a chain from the relays in turn. Never throws, whatever a relay does. */
export async function askRelays(
  relays: readonly string[],
  chain: BeaconChain,
  round: number,
): Promise<RelayAnswer> {
  if (relays.length === 0) return { kind: "trouble", trouble: "noRelay" };
  const found = { answered: false };
  for (const relay of relays) {
    const signature = await ask(`${relay}/${chain.chain}/public/${round}`, round);
    if (signature === null) continue;
    found.answered = true;
    if (isBeaconSignature(chain, round, signature)) return { kind: "number", signature };
  }
  return { kind: "trouble", trouble: found.answered ? "wrongSignature" : "noNumber" };
}

async function ask(address: string, round: number): Promise<string | null> {
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const answer = numberSchema.safeParse(JSON.parse(await readShort(response, longestAnswer)));
    return answer.success && answer.data.round === round ? answer.data.signature : null;
  } catch {
    // The relay gives no answer or one in an unexpected form; the next relay is tried.
    return null;
  }
}
