import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { Refusal } from "./refusal.mjs";

const DEFAULT_PORT = "3000";

export function readPort(text = DEFAULT_PORT) {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Refusal(
    `The port must be a whole number from 1 to 65535 and "${text}" is not: use for example PORT=3001 npm start.`,
  );
}

/** Refuses unless the server can listen there and no other program on this machine does. */
export async function assertPortFree(port, host) {
  for (const address of [undefined, "127.0.0.1", host]) {
    const code = await tryListening(port, address);
    if (code === "EADDRINUSE") {
      throw new Refusal(
        `Port ${port} is in use: stop the program that uses it or choose another, as in PORT=${port + 1} npm start.`,
      );
    }
    if (code === "EACCES") {
      throw new Refusal(
        `Port ${port} needs an administrator's rights: choose one above 1023, as in PORT=${DEFAULT_PORT} npm start.`,
      );
    }
    if (code === "EADDRNOTAVAIL") {
      throw new Refusal(
        `This machine has no address ${address}: use one it has, or --host 0.0.0.0 for all it has.`,
      );
    }
  }
}

/**
 * Finds a port that is free at the moment. It lies below those that systems give to connections by themselves, because
 * one of these could be taken before the caller listens there.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await tryListening(port, "127.0.0.1")) === undefined) return port;
  }
}

async function tryListening(port, host) {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return undefined;
  } catch (error) {
    return error.code;
  }
}
