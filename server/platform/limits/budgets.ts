const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Rate limits by kind of call; docs/limits.md has the same table for readers. Calls of signed-in users count against
 * their account, all others against the network that they come from.
 */
export const budgets = {
  /** Calls without signing in. */
  anonymous: { calls: 120, window: minute, of: "network" },
  /**
   * Signing in and out, by password or by the provider. Each takes two requests, and a whole office signs in at nine.
   */
  "sign-in": { calls: 600, window: minute, of: "network" },
  /** Using a link: each costs a password hash, or the explanation of a decision. */
  link: { calls: 20, window: minute, of: "network" },
  /** Queries. */
  read: { calls: 1_200, window: minute, of: "account" },
  /** Mutations. */
  write: { calls: 300, window: minute, of: "account" },
  /** Verdicts: a fast auditor gives several a second. */
  verdicts: { calls: 600, window: minute, of: "account" },
  /** Calls that need a worker or read a whole round. */
  work: { calls: 120, window: minute, of: "account" },
  /** Subscriptions, which are event streams of a study. */
  follow: { calls: 120, window: minute, of: "account" },
  download: { calls: 60, window: minute, of: "account" },
  /** Uploaded files per day. */
  upload: { calls: 300, window: day, of: "account" },
} as const satisfies Record<string, Budget>;

export type Budget = { readonly calls: number; readonly window: number; readonly of: "account" | "network" };
export type BudgetName = keyof typeof budgets;

/** All calls from one network, whatever the account, because an office is one network. */
export const networkBudget = { name: "network", calls: 12_000, window: minute } as const;

/**
 * Milliseconds in which the server may make files for one account: half of the one thread that answers all requests. A
 * file is begun while any of it is left.
 */
export const makingBudget = { name: "making", calls: 30_000, window: minute } as const;

const ofProcedure: Readonly<Record<string, BudgetName>> = {
  "accounts.acceptInvitation": "link",
  "accounts.resetPassword": "link",
  "ballots.remark": "verdicts",
  "ballots.save": "verdicts",
  "drafts.check": "work",
  "drafts.publish": "work",
  "drafts.records.check": "work",
  "drafts.reread": "work",
  "drafts.start": "work",
  "explanations.object": "link",
  "explanations.read": "link",
  "outcomes.file.check": "work",
  "outcomes.file.confirm": "work",
  "people.file.check": "work",
  "people.file.confirm": "work",
  "rounds.changed": "work",
  "rounds.close": "work",
  "rounds.open": "work",
  "report.read": "work",
  "report.shared": "work",
  "simulations.rehearse": "work",
  "simulations.simulate": "work",
  "results.changedPairs": "work",
  "results.changes": "work",
  "results.distances": "work",
  "results.findings": "work",
  "results.groups": "work",
  "results.panelRehearsal.start": "work",
  "results.modelCard": "work",
  "results.policy": "work",
  "results.policyChances": "work",
  "results.policyChancesOfFile": "work",
  "results.policyFile": "work",
  "results.verdicts": "work",
};

const ofType = { query: "read", mutation: "write", subscription: "follow" } as const;

/** Returns the budget that calls of a procedure count against. */
export function budgetOf(path: string, type: keyof typeof ofType, isSignedIn: boolean): BudgetName {
  const own = ofProcedure[path];
  if (isSignedIn) return own === "link" || own === undefined ? ofType[type] : own;
  return own === "link" ? "link" : "anonymous";
}
