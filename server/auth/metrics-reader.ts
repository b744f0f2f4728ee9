import { createHash, timingSafeEqual } from "node:crypto";
import { isLoopbackHost } from "#server/services/process/public-address.ts";
import { setting } from "#server/services/process/settings.ts";
import { peerHeader, proxyHeader } from "./network.ts";

const ownAddresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/**
 * Whether a request may see the metrics: by the token, if there is one; otherwise from this machine, and not through a
 * proxy on it, which hands on the name or the address of somebody else.
 */
export function mayReadMetrics(headers: Headers): boolean {
  const token = setting("EVENHAND_METRICS_TOKEN");
  if (token !== "") return isSame(headers.get("authorization") ?? "", `Bearer ${token}`);
  const isHandedOn = headers.get(proxyHeader) !== "0";
  const isNear = ownAddresses.includes(headers.get(peerHeader) ?? "");
  return isNear && !isHandedOn && isLoopbackHost(headers.get("host"));
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
