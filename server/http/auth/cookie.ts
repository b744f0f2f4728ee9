import type { CookiesOptions } from "next-auth";
import { isSecure } from "#server/platform/process/public-address.ts";

export function sessionCookieName(): string {
  return nameOf("session-token");
}

/** All cookies of next-auth. Another host below the same domain can neither set nor receive any of them. */
export function authCookies(): Partial<CookiesOptions> {
  return {
    sessionToken: cookie("session-token"),
    callbackUrl: cookie("callback-url"),
    csrfToken: cookie("csrf-token"),
    // Kept while a person signs in at a provider.
    pkceCodeVerifier: cookie("pkce.code_verifier"),
    state: cookie("state"),
    nonce: cookie("nonce"),
  };
}

function cookie(name: string) {
  const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isSecure() };
  return { name: nameOf(name), options };
}

/** Browsers keep a `__Host-` cookie only from https, so the cookies' names depend on the public address. */
function nameOf(name: string): string {
  return `${isSecure() ? "__Host-" : ""}next-auth.${name}`;
}

/** Name of the cookie that makes a browser known to the accounts that signed in from it. */
export function deviceCookieName(): string {
  return `${isSecure() ? "__Host-" : ""}evenhand-device`;
}

/** Reads one cookie's value from the header that holds all of them. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(";").find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}
