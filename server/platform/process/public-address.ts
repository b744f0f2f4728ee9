import { setting } from "./settings.ts";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** The address people use for a page, for what leaves the browser: never taken from a request, which could lie. */
export function publicAddress(path: string): string {
  return new URL(path, publicOrigin()).href;
}

/** The beginning of that address. */
export function publicOrigin(): string {
  return setting("NEXTAUTH_URL") ?? `http://localhost:${setting("PORT")}`;
}

/**
 * Whether a request was sent to this server by a name of its own: the one of its public address, or any name that a
 * machine has for itself if that is one of them.
 */
export function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && ownHosts().includes(host.toLowerCase());
}

/** Whether a request was sent to the public address, and not to another name that this machine has for itself. */
export function isPublicHost(host: string | undefined): boolean {
  return host !== undefined && hostsOf([publicUrl().hostname]).includes(host.toLowerCase());
}

/** Whether a request was sent by a name that every machine has for itself, whatever the port. */
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

/** These names as they are in a request: with the port of the public address, or without a usual one. */
function hostsOf(names: readonly string[]): string[] {
  const { port, protocol } = publicUrl();
  if (port !== "") return names.map((name) => `${name}:${port}`);
  const usual = protocol === "https:" ? 443 : 80;
  return names.flatMap((name) => [name, `${name}:${usual}`]);
}
