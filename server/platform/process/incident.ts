import * as t from "#messages/refusals.ts";
import { logger } from "./logger.ts";
import { currentRequest, makeRequestId } from "./request.ts";

export type Incident = { readonly id: string; readonly message: string };

/**
 * Logs an unexpected error. The caller shows only the returned sentence and the id to quote, which is the request's id.
 */
export function incident(error: unknown, where: string): Incident {
  const id = currentRequest()?.id ?? makeRequestId();
  logger().error({ incident: id, where, err: error }, "unforeseen error");
  return { id, message: t.incident({ id }) };
}
