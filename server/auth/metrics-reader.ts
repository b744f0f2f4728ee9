import { hasMetricsToken } from "#server/services/inside/metrics-token.ts";
import { isLoopbackHost } from "#server/services/process/public-address.ts";
import { peerHeader, proxyHeader } from "./network.ts";

const ownAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/**
 * Whether a request may see the metrics: by the token, if there is one; otherwise from this machine, and not through a
 * proxy on it, which hands on the name or the address of somebody else.
 */
export function mayReadMetrics(headers: Headers): boolean {
  const byToken = hasMetricsToken(headers.get("authorization"));
  if (byToken !== null) return byToken;
  const isHandedOn = headers.get(proxyHeader) !== "0";
  const isNear = ownAddresses.includes(headers.get(peerHeader) ?? "");
  return isNear && !isHandedOn && isLoopbackHost(headers.get("host"));
}
