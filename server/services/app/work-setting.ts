import { type Env, setting } from "#server/services/process/settings.ts";
import { StartError } from "#server/services/process/start-error.ts";

/**
 * Whether this web server does work that no request waits for, or leaves all of it to workers.
 *
 * @throws StartError, with one sentence
 */
export function readWorkSetting(env: Env = process.env): boolean {
  const isHere = setting("EVENHAND_WORK", env) === "on";
  if (isHere || setting("DATABASE_URL", env) !== null) return isHere;
  throw new StartError(
    "EVENHAND_WORK=off needs PostgreSQL (DATABASE_URL): with one file there are no workers to leave work to.",
  );
}
