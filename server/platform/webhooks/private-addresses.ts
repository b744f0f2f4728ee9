import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { setting } from "#server/platform/process/settings.ts";

/**
 * Addresses that are not public: this machine, private networks, link-local with cloud metadata, multicast, reserved.
 * Of IPv6 only 2000::/3 is public, except for tunnels that can name any IPv4 address, and examples.
 */
const notPublic = new BlockList();
for (const subnet of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  ...["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]) {
  const [network = "", prefix] = subnet.split("/");
  notPublic.addSubnet(network, Number(prefix), typeOf(network));
}

/** Thrown instead of connecting to an address that is not public. */
class PrivateAddressError extends Error {
  readonly code = "EPRIVATE";
}

/** Returns whether this server may send webhooks to any address and without encryption. */
export function mayBePrivate(): boolean {
  return setting("EVENHAND_PRIVATE_WEBHOOKS");
}

/** @param ip an IPv4 or IPv6 address */
export function isPrivate(ip: string): boolean {
  return notPublic.check(ip, typeOf(ip));
}

function typeOf(ip: string) {
  return isIP(ip) === 6 ? "ipv6" : "ipv4";
}

/** Returns the host of an address if it is an IP address; null if it is a name. */
export function ipOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? null : bare;
}

/**
 * Looks a name up for a connection, which then goes to an address that was checked here: a name that meant another
 * address when it was saved does not get through.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, []);
    if (found.some(({ address }) => isPrivate(address))) return done(new PrivateAddressError(hostname), []);
    const [first] = found;
    if (options.all || first === undefined) return done(null, found);
    return done(null, first.address, first.family);
  });
};

/** Returns whether an address is an IP address that is not public, or a name that now leads to one. */
export async function leadsToPrivate(url: URL): Promise<boolean> {
  const ip = ipOf(url);
  if (ip !== null) return isPrivate(ip);
  return new Promise((resolve) => {
    lookUpPublic(url.hostname, {}, (error) => resolve(error instanceof PrivateAddressError));
  });
}
