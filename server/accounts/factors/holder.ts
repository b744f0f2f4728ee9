import type { SessionAccount } from "#server/accounts/sessions.ts";

/** A user who has entered the correct password, with or without a second factor so far. */
export type Holder = {
  readonly ref: string;
  readonly account: SessionAccount;
  /** Whether the second factor is still missing. The correct one then gives the session another id. */
  readonly isWaiting: boolean;
};

/** A user who is signed in. */
export type Owner = Pick<Holder, "account">;
