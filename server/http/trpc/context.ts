import type { CurrentSession, WaitingSession } from "#server/accounts/sessions.ts";
import type { App } from "#server/platform/app/app.ts";

/** Context of every procedure. Routes make it from a request, tests by hand. */
export type RequestContext = {
  readonly app: App;
  readonly session: CurrentSession | null;
  /** A session that owes a second factor: it is not signed in, and may only give the factor. */
  readonly waiting: WaitingSession | null;
  /** The request's network, for login delays and budgets. */
  readonly network: string;
  /** Value of this browser's cookie for the accounts that know it. */
  readonly device: string | undefined;
  /** Set-Cookie lines for the answer. */
  readonly cookies: string[];
  /** Whether the call was counted against its budget before it reached the procedure. */
  readonly isCounted?: true | undefined;
};
