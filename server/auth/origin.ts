/**
 * Whether a request that changes something was sent by a page of ours. Browsers always send Origin with it and no page
 * can forge it, nor the Host of the address the browser called.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { host, protocol, origin: plain } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return host === headers.get("host") || plain === publicOrigin();
}

function publicOrigin(): string | undefined {
  const url = process.env.NEXTAUTH_URL;
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}
