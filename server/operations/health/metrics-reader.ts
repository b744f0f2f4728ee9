import { createHash, timingSafeEqual } from "node:crypto";
import { isLoopbackHost } from "#server/platform/process/public-address.ts";
import { setting } from "#server/platform/process/settings.ts";

export type MetricsReader = {
  readonly authorization: string | null;
  /** The name by which the server was asked. */
  readonly host: string | null;
  /** The address of the connection. */
  readonly peer: string | null;
  /** Whether a proxy says that it asks for somebody else. */
  readonly isProxied: boolean;
};

const ownAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/**
 * Whether somebody may see the metrics: by the token, if there is one; otherwise from this machine, and not through a
 * proxy on it, which hands on the name or the address of somebody else.
 */
export function mayReadMetrics({ authorization, host, peer, isProxied }: MetricsReader): boolean {
  const token = setting("EVENHAND_METRICS_TOKEN");
  if (token !== "") return isSame(authorization ?? "", `Bearer ${token}`);
  return ownAddresses.includes(peer ?? "") && !isProxied && isLoopbackHost(host);
}

/** What everybody else is told. */
export const notForYou =
  "Metrics are for this machine alone, or by a token (docs/operations.md, EVENHAND_METRICS_TOKEN).\n";

function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
