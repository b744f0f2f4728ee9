import type { CurrentSession, WaitingSession } from "#server/accounts/sessions.ts";
import type { App } from "#server/platform/app/app.ts";

/** What every procedure starts from. The doors make it from a request, the tests by hand. */
export type Context = {
  readonly app: App;
  readonly session: CurrentSession | null;
  /** Whoever owes a second factor is not signed in, and may do nothing but give it. */
  readonly waiting: WaitingSession | null;
  /** Where the request comes from, for login delays. */
  readonly network: string;
  /** What this browser's cookie holds of the accounts that know it. */
  readonly device: string | undefined;
  /** The lines that the answer sets, for the door to send. */
  readonly cookies: string[];
};
