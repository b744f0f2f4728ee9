import { type BeaconChain, beaconChainSchema, quicknet, type StudyBeacon } from "#server/log/beacon-chain.ts";
import { StartError } from "#server/services/process/start-error.ts";

/** A public beacon as this server reaches it. */
export type Beacon = {
  /** What a new study's first entry says of it. */
  readonly beacon: StudyBeacon;
  /** Addresses of relays without a slash at their end: asked in turn, believed in nothing but the signature. */
  readonly relays: readonly string[];
};

const relaysVariable = "EVENHAND_BEACON_URLS";
const chainVariable = "EVENHAND_BEACON_CHAIN";
const delayVariable = "EVENHAND_BEACON_DELAY";
/** Seconds: time for a witness to sign. */
const usualDelay = 30;
const longestDelay = 3_600;

/**
 * The beacon that whoever runs this server chose; null: none.
 *
 * @throws StartError, with one sentence
 */
export function readBeacon(env: Readonly<Record<string, string | undefined>>): Beacon | null {
  const texts = (env[relaysVariable] ?? "").split(",").map((text) => text.trim());
  const relays = texts.filter((text) => text !== "").map(readRelay);
  if (relays.length === 0) return null;
  return { beacon: { ...readChain(env[chainVariable]), delay: readDelay(env[delayVariable]) }, relays };
}

function readRelay(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ["http:", "https:"].includes(url.protocol)) return url.href.replace(/\/+$/, "");
  throw new StartError(
    `${relaysVariable} must hold addresses of relays divided by commas, such as ${relaysVariable}="https://api.drand.sh,https://drand.cloudflare.com".`,
  );
}

/** The chain quicknet unless another one is set: its hash, its key, its genesis and its period, divided by spaces. */
function readChain(text: string | undefined): BeaconChain {
  if (!text) return quicknet;
  const [chain, key, genesis, period, ...rest] = text.trim().split(/\s+/);
  const facts = { chain, key, genesis: Number(genesis), period: Number(period) };
  const read = beaconChainSchema.safeParse({ scheme: quicknet.scheme, ...facts });
  if (read.success && rest.length === 0) return read.data;
  throw new StartError(
    `${chainVariable} must hold a chain of the scheme ${quicknet.scheme}: its hash, its key, the second it began and its period in seconds, divided by spaces.`,
  );
}

function readDelay(text: string | undefined): number {
  const delay = text ? Number(text) : usualDelay;
  if (Number.isInteger(delay) && delay >= 0 && delay <= longestDelay) return delay;
  throw new StartError(`${delayVariable} must be whole seconds from 0 to ${longestDelay}.`);
}
