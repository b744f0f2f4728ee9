import { isIP, isIPv6 } from "node:net";
import { setting } from "#server/platform/process/settings.ts";

/** Set by the server itself from the connection (instrumentation.ts), so a client cannot claim another address. */
export const peerHeader = "x-evenhand-peer";

/** Set by the server itself too: whether a proxy states that it forwards the request for a client. */
export const proxyHeader = "x-evenhand-proxied";

/**
 * Network of a request, for login delays: an IPv4 address, or the /64 that one customer of a provider holds. Behind a
 * proxy (EVENHAND_TRUST_PROXY=1) it is the address that the proxy saw.
 */
export function networkOf(header: (name: string) => string | null | undefined): string {
  const peer = header(peerHeader) ?? "unknown";
  const seenByProxy = header("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const isTold = setting("EVENHAND_TRUST_PROXY") && isIP(seenByProxy) !== 0;
  const address = isTold ? seenByProxy : peer;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv6(plain) ? prefixOf(plain) : plain;
}

function prefixOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(":").filter(Boolean);
    groups.push(...Array<string>(8 - groups.length - after.length).fill("0"), ...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}
