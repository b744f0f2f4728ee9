import { logger } from "./logger.ts";
import { currentRequest } from "./request.ts";

/** What passes by itself, such as a database that is away, is a line of the diary and no error of the server's. */
export function notePageError(error: unknown, where: string): void {
  const digest = typeof error === "object" && error !== null && "digest" in error ? error.digest : null;
  const about = { digest, where, err: error };
  if (currentRequest()?.isStorageAway) logger().warn(about, "a page could not be shown for now");
  else logger().error(about, "a page could not be shown");
}
