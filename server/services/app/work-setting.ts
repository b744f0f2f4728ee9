import { StartError } from "#server/services/process/start-error.ts";

const variable = "EVENHAND_WORK";

/**
 * Whether this web server does work that no request waits for, or leaves all of it to workers.
 *
 * @throws StartError, with one sentence
 */
export function readWorkSetting(env: Readonly<Record<string, string | undefined>>): boolean {
  const text = env[variable] || "on";
  if (text !== "on" && text !== "off")
    throw new StartError(`${variable} must be on or off, and "${text}" is neither.`);
  if (text === "off" && !env.DATABASE_URL) {
    throw new StartError(
      `${variable}=off needs PostgreSQL (DATABASE_URL): with one file there are no workers to leave work to.`,
    );
  }
  return text === "on";
}
