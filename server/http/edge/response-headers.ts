import { isSecure } from "#server/platform/process/public-address.ts";

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/**
 * A worker runs under the policy of its script's response: it may load our scripts, and can connect to no other host.
 */
const scriptsAlone = `${nothing}; script-src 'self'`;

const always = {
  "x-content-type-options": "nosniff",
  // Our own pages still see it, other sites never do: a link in an invitation's address stays here.
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** The service worker of judging pages fetches for them, from this server alone. */
const fetchesAlone = `${nothing}; connect-src 'self'`;

/** Carries a length past Next, which drops Content-Length; the request guard turns it back into one. */
export const lengthHeader = "x-evenhand-length";

/** Headers that state the length of a body, in bytes. */
export function lengthHeaders(bytes: number): Readonly<Record<string, string>> {
  return { "content-length": String(bytes), [lengthHeader]: String(bytes) };
}

/** Headers of every answer; a page replaces the policy that allows nothing with its own (proxy.ts). */
export function responseHeaders(url: string): Readonly<Record<string, string>> {
  const isServiceWorker = /^\/offline\/worker\.js(\?|$)/.test(url);
  const isScript = /^\/_next\/static\/[^?]*\.js(\?|$)/.test(url);
  return {
    "content-security-policy": isServiceWorker ? fetchesAlone : isScript ? scriptsAlone : nothing,
    ...always,
    ...(isSecure() && { "strict-transport-security": "max-age=63072000; includeSubDomains" }),
  };
}
