import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { peerHeader } from "./network.ts";

/**
 * Writes the address of the connection into every request before anybody reads it. Next shows route handlers only
 * headers, and x-forwarded-for is whatever a client likes to say.
 */
export function markPeers(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
  });
}
