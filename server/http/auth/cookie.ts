import type { CookiesOptions } from "next-auth";
import { publicOrigin } from "#server/platform/process/public-address.ts";

/** Browsers keep a `__Host-` cookie only from https, so the names follow the public address. */
export function isSecure(): boolean {
  return publicOrigin().startsWith("https://");
}

export function sessionCookieName(): string {
  return nameOf("session-token");
}

/** All cookies of next-auth, none of which another host below the same domain can set or is sent. */
export function authCookies(): Partial<CookiesOptions> {
  return {
    sessionToken: cookie("session-token"),
    callbackUrl: cookie("callback-url"),
    csrfToken: cookie("csrf-token"),
    // Kept while somebody is away at a provider.
    pkceCodeVerifier: cookie("pkce.code_verifier"),
    state: cookie("state"),
    nonce: cookie("nonce"),
  };
}

function cookie(name: string) {
  const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isSecure() };
  return { name: nameOf(name), options };
}

function nameOf(name: string): string {
  return `${isSecure() ? "__Host-" : ""}next-auth.${name}`;
}

/** Makes a browser known to the accounts that were signed in to from it. */
export function deviceCookieName(): string {
  return `${isSecure() ? "__Host-" : ""}evenhand-device`;
}

/** One cookie's value out of the header that holds them all. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(";").find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}
