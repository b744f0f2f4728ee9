import { isIP, isIPv6, SocketAddress } from "node:net";
import { setting } from "#server/platform/process/settings.ts";

/** Set by the server itself from the connection (instrumentation.ts), so a client cannot claim another address. */
export const peerHeader = "x-evenhand-peer";

/** Set by the server itself too: whether a proxy states that it forwards the request for a client. */
export const proxyHeader = "x-evenhand-proxied";

/**
 * Network of a request, for rate limits: an IPv4 address, or the /64 that one customer of a provider holds. Behind a
 * proxy (EVENHAND_TRUST_PROXY=1) it is the address that the proxy saw, with or without a port. Every spelling of an
 * address gives the same network.
 */
export function networkOf(header: (name: string) => string | null | undefined): string {
  const seenByProxy = setting("EVENHAND_TRUST_PROXY") && header("x-forwarded-for")?.split(",").at(-1)?.trim();
  const address = addressIn(seenByProxy || "") ?? addressIn(header(peerHeader) ?? "") ?? "unknown";
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  return isIPv6(plain) ? prefixOf(plain) : plain;
}

/** Returns an IP address in its canonical form, without a port; undefined for any other text. */
function addressIn(text: string): string | undefined {
  if (isIPv6(text)) return new SocketAddress({ address: text, family: "ipv6" }).address;
  if (isIP(text) !== 0) return text;
  return /^(\[[\da-f:.]+\]|[\d.]+):\d+$/i.test(text) ? SocketAddress.parse(text)?.address : undefined;
}

/** @param address canonical */
function prefixOf(address: string): string {
  // Stryker disable next-line StringLiteral: a text that is split has a first part
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(":").filter(Boolean);
    groups.push(...Array<string>(8 - groups.length - after.length).fill("0"), ...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}
