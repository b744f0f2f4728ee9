import { isOwnHost, publicOrigin } from "#server/platform/process/public-address.ts";

/**
 * Whether a request that changes something was sent by one of our pages. Browsers always send Origin with such a
 * request. No page can forge it, nor the Host of the address that the browser called.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const host = headers.get("host") ?? undefined;
  const { protocol } = new URL(publicOrigin());
  return isOwnHost(host) && headers.get("origin") === originOf(protocol, host);
}

/** Formats an origin as a browser does: without the protocol's default port. */
function originOf(protocol: string, host: string | undefined): string {
  return new URL(`${protocol}//${host}`).origin;
}
