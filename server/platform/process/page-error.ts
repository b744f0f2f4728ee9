import { logger } from "./logger.ts";
import { currentRequest } from "./request.ts";

/**
 * Records an error of a page. A temporary one, such as an unreachable database, gets one line in the application log
 * and does not count as an error of the server.
 */
export function notePageError(error: unknown, where: string): void {
  const digest = typeof error === "object" && error !== null && "digest" in error ? error.digest : null;
  const about = { digest, where, err: error };
  if (currentRequest()?.isStorageAway) logger().warn(about, "a page could not be shown for now");
  else logger().error(about, "a page could not be shown");
}
