import { createHash, timingSafeEqual } from "node:crypto";
import { isLoopbackHost } from "#server/platform/process/public-address.ts";
import { setting } from "#server/platform/process/settings.ts";

export type MetricsReader = {
  readonly authorization: string | null;
  /** The Host header of the request. */
  readonly host: string | null;
  /** The address of the client's connection. */
  readonly peer: string | null;
  /** Whether a proxy forwarded the request. */
  readonly isProxied: boolean;
};

const ownAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/**
 * Returns whether a client may read the metrics: with the token, if one is set; otherwise only from this machine, and
 * not through a proxy on it, which forwards the name or the address of another client.
 */
export function mayReadMetrics({ authorization, host, peer, isProxied }: MetricsReader): boolean {
  const token = setting("EVENHAND_METRICS_TOKEN");
  if (token !== "") return isSame(authorization ?? "", `Bearer ${token}`);
  return ownAddresses.includes(peer ?? "") && !isProxied && isLoopbackHost(host);
}

/** The answer to all other clients. */
export const notForYou =
  "Metrics are for this machine alone, or by a token (docs/operations.md, EVENHAND_METRICS_TOKEN).\n";

function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
