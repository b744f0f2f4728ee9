import { type Env, setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";

/**
 * Returns whether this web server runs background jobs itself or leaves all of them to workers.
 *
 * @throws StartError, with one sentence
 */
export function readQueueSetting(env: Env = process.env): boolean {
  const isHere = setting("EVENHAND_WORK", env) === "on";
  if (isHere || setting("DATABASE_URL", env) !== null) return isHere;
  throw new StartError(
    "EVENHAND_WORK=off needs PostgreSQL (DATABASE_URL): with one file there are no workers to leave work to.",
  );
}
