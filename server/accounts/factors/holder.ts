import type { SessionAccount } from "#server/accounts/sessions.ts";

/** Somebody whose password was right, whether or not a factor was given yet. */
export type Holder = {
  readonly ref: string;
  readonly account: SessionAccount;
  readonly network: string;
  /** Whether the second factor is owed still: then a right one gives the session another id. */
  readonly isWaiting: boolean;
};

/** Somebody who is signed in. */
export type Owner = Pick<Holder, "account" | "network">;
