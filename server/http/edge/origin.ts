import { isOwnHost, publicOrigin } from "#server/platform/process/public-address.ts";

/**
 * Whether a request that changes something was sent by one of our pages. Browsers always send Origin with such a
 * request. No page can forge it, nor the Host of the address that the browser called.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const host = headers.get("host") ?? undefined;
  const { protocol } = new URL(publicOrigin());
  // As a browser formats it: without the protocol's default port.
  return isOwnHost(host) && headers.get("origin") === new URL(`${protocol}//${host}`).origin;
}
