import type { IncomingMessage } from "node:http";

/** A request on a server, where both fields are always set. */
export type ServerRequest = IncomingMessage & { method: string; url: string };
