import { isIP } from "node:net";
import { Refusal } from "./refusal.mjs";

const everywhere = ["0.0.0.0", "::"];

/** Returns the address to listen on; by default only this machine can connect. */
export function readHost(text = "127.0.0.1") {
  if (isIP(text) !== 0) return text;
  throw new Refusal(
    `The host must be an address of this machine in numbers and "${text}" is not: use for example npm start -- --host 0.0.0.0 for all its addresses.`,
  );
}

/** Returns the public origin: the one `given`, or the one that follows from where the server listens. */
export function publicAddress(host, port, given) {
  if (given) return readAddress(given);
  if (everywhere.includes(host)) {
    throw new Refusal(
      `Say by which address people come to a server that listens on ${host}, since it answers no other: as in NEXTAUTH_URL=http://192.168.1.5:${port} npm start -- --host ${host}.`,
    );
  }
  return `http://${isLoopback(host) ? "localhost" : inAddress(host)}:${port}`;
}

/** Returns the address by which this machine reaches a server that listens there. */
export function nearAddress(host, port) {
  const near = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${inAddress(near)}:${port}`;
}

function readAddress(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ["http:", "https:"].includes(url.protocol) && url.pathname === "/") return url.origin;
  throw new Refusal(
    `NEXTAUTH_URL must be the address people use, such as https://evenhand.example.org, and "${text}" is not.`,
  );
}

/** Returns whether only this machine reaches a server that listens there. */
export function isLoopback(host) {
  return host === "::1" || host.startsWith("127.");
}

function inAddress(host) {
  return isIP(host) === 6 ? `[${host}]` : host;
}
