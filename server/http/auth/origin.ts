import { isOwnHost, publicOrigin } from "#server/platform/process/public-address.ts";

/**
 * Whether a request that changes something was sent by a page of ours. Browsers always send Origin with it and no page
 * can forge it, nor the Host of the address the browser called.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const host = headers.get("host") ?? undefined;
  const { protocol } = new URL(publicOrigin());
  return isOwnHost(host) && headers.get("origin") === originOf(protocol, host);
}

/** As a browser writes it: without the port that the protocol has anyway. */
function originOf(protocol: string, host: string | undefined): string {
  return new URL(`${protocol}//${host}`).origin;
}
