import { encode } from "next-auth/jwt";
import { limits } from "#server/accounts/account-limits.ts";
import type { App } from "#server/platform/app/app.ts";
import { isSecure } from "#server/platform/process/public-address.ts";
import { deviceCookieName, sessionCookieName } from "./cookie.ts";

/** Makes the Set-Cookie line that gives the browser its session under a new id, as next-auth does for the first one. */
export async function sessionCookie({ secrets }: Pick<App, "secrets">, sessionId: string): Promise<string> {
  const maxAge = limits.sessionLife / 1000;
  const token = await encode({ token: { sessionId }, secret: secrets.sessionSecret, maxAge });
  return line(sessionCookieName(), token, limits.sessionLife);
}

export function deviceCookie(token: string): string {
  return line(deviceCookieName(), token, limits.deviceLife);
}

function line(name: string, value: string, life: number): string {
  const expires = new Date(Date.now() + life).toUTCString();
  return `${name}=${value}; Path=/; Expires=${expires}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
}
