/** Browsers keep a `__Secure-` cookie only from https, so the name follows the public address. */
export function isSecure(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith("https://") ?? false;
}

export function sessionCookieName(): string {
  return `${isSecure() ? "__Secure-" : ""}next-auth.session-token`;
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
