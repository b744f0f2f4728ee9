import type { CurrentSession } from "#server/services/accounts/sessions.ts";
import type { App } from "#server/services/app/app.ts";

/** What every procedure starts from. The doors make it from a request, the tests by hand. */
export type Context = {
  readonly app: App;
  readonly session: CurrentSession | null;
  /** Where the request comes from, for login delays. */
  readonly network: string;
};
