import { randomBytes } from "node:crypto";
import { logger } from "./logger.ts";

export type Incident = { readonly id: string; readonly message: string };

/** Writes an unforeseen error into the server's diary; the caller shows only this sentence and the id to quote. */
export function incident(error: unknown, where: string): Incident {
  const id = randomBytes(4).toString("hex");
  logger().error({ incident: id, where, err: error }, "unforeseen error");
  return {
    id,
    message: `Something went wrong on our side. Try again; if it stays, quote ${id} to whoever runs this server.`,
  };
}
