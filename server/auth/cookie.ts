/** Browsers keep a `__Secure-` cookie only from https, so the name follows the public address. */
export function isSecure(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith("https://") ?? false;
}

export function sessionCookieName(): string {
  return `${isSecure() ? "__Secure-" : ""}next-auth.session-token`;
}
