import type { BeaconChain, StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { parseBeaconChain, quicknet } from "#server/audit-log/beacon-texts.ts";
import { type Env, setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";

/** A public beacon and how this server reaches it. */
export type Beacon = {
  /** What a new study's first entry records about the beacon. */
  readonly beacon: StudyBeacon;
  /** Addresses of relays without a final slash. They are tried in turn; only the signature of a number is trusted. */
  readonly relays: readonly string[];
};

const relaysVariable = "EVENHAND_BEACON_URLS";
const chainVariable = "EVENHAND_BEACON_CHAIN";

/**
 * Reads the beacon that the server's operator configured; null if there is none.
 *
 * @throws StartError, with one sentence
 */
export function readBeacon(env: Env = process.env): Beacon | null {
  const texts = setting(relaysVariable, env)
    .split(",")
    .map((text) => text.trim());
  const relays = texts.filter((text) => text !== "").map(readRelay);
  if (relays.length === 0) return null;
  return {
    beacon: { ...readChain(setting(chainVariable, env)), delay: setting("EVENHAND_BEACON_DELAY", env) },
    relays,
  };
}

function readRelay(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ["http:", "https:"].includes(url.protocol)) return url.href.replace(/\/+$/, "");
  throw new StartError(
    `${relaysVariable} must hold addresses of relays divided by commas, such as ${relaysVariable}="https://api.drand.sh,https://drand.cloudflare.com", and "${text}" is none.`,
  );
}

/** Reads a chain: its hash, key, genesis time and period, separated by spaces. The default is quicknet. */
function readChain(text: string): BeaconChain {
  if (text === "") return quicknet;
  const chain = parseBeaconChain(text);
  if (chain !== null) return chain;
  throw new StartError(
    `${chainVariable} must hold a chain of the scheme ${quicknet.scheme}: its hash, its key, the second it began and its period in seconds, divided by spaces; "${text}" is none.`,
  );
}
