import { setting } from "./settings.ts";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns the public address of a page, or of the front page, for what leaves the browser. It is never taken from a
 * request, which can be forged.
 */
export function publicAddress(path = "/"): string {
  return new URL(path, publicOrigin()).href;
}

/** Returns the public origin: scheme, host and port. */
export function publicOrigin(): string {
  return setting("NEXTAUTH_URL") ?? `http://localhost:${setting("PORT")}`;
}

export function isSecure(): boolean {
  return publicOrigin().startsWith("https://");
}

/**
 * Returns whether a request was addressed to this server: to the host of its public address, or to any loopback name if
 * that host is one.
 */
export function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && ownHosts().includes(host.toLowerCase());
}

/** Returns whether a request was sent to the host of the public address, not to another loopback name. */
export function isPublicHost(host: string | undefined): boolean {
  return host !== undefined && hostsOf([publicUrl().hostname]).includes(host.toLowerCase());
}

/** Returns whether a request was sent to a loopback name, whatever the port. */
export function isLoopbackHost(host: string | null): boolean {
  return host !== null && loopbackNames.includes(host.toLowerCase().replace(/:\d+$/, ""));
}

function ownHosts(): string[] {
  const { hostname } = publicUrl();
  return hostsOf(loopbackNames.includes(hostname) ? loopbackNames : [hostname]);
}

function publicUrl(): URL {
  return new URL(publicOrigin());
}

/**
 * Returns these names as they appear in a Host header: with the public address's port, or without it if it is the
 * default.
 */
function hostsOf(names: readonly string[]): string[] {
  const { port, protocol } = publicUrl();
  if (port !== "") return names.map((name) => `${name}:${port}`);
  const usual = protocol === "https:" ? 443 : 80;
  return names.flatMap((name) => [name, `${name}:${usual}`]);
}
