import { isSecure } from "./cookie.ts";

const always = {
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // Our own pages still see it, others never do: a link in an invitation's address stays here.
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

const secure = { ...always, "strict-transport-security": "max-age=63072000; includeSubDomains" };

/** What every answer carries; a page puts its own policy in place of the one that allows nothing (proxy.ts). */
export function responseHeaders(): Readonly<Record<string, string>> {
  return isSecure() ? secure : always;
}
