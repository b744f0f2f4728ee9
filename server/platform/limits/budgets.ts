const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * How often one may call what: docs/limits.md has the same table for people. Calls of somebody who is signed in count
 * against the account, all others against the network they come from.
 */
export const budgets = {
  /** Without being signed in. */
  anonymous: { calls: 120, window: minute, of: "network" },
  /** Signing in and out, by password or by the provider: two requests each, and a whole office comes at nine. */
  "sign-in": { calls: 600, window: minute, of: "network" },
  /** Takes a link: each costs a hash of a password. */
  link: { calls: 20, window: minute, of: "network" },
  /** Reading. */
  read: { calls: 1_200, window: minute, of: "account" },
  /** Changing something. */
  write: { calls: 300, window: minute, of: "account" },
  /** Verdicts: a fast auditor gives several a second. */
  verdicts: { calls: 600, window: minute, of: "account" },
  /** What a worker or a whole round is needed for. */
  work: { calls: 120, window: minute, of: "account" },
  /** Following a study. */
  follow: { calls: 120, window: minute, of: "account" },
  download: { calls: 60, window: minute, of: "account" },
  /** Files in a day. */
  upload: { calls: 300, window: day, of: "account" },
} as const satisfies Record<string, Budget>;

export type Budget = { readonly calls: number; readonly window: number; readonly of: "account" | "network" };
export type BudgetName = keyof typeof budgets;

/** Everything from one network, whoever it is: an office is one. */
export const networkBudget = { name: "network", calls: 12_000, window: minute } as const;

const ofProcedure: Readonly<Record<string, BudgetName>> = {
  "accounts.acceptInvitation": "link",
  "accounts.resetPassword": "link",
  "ballots.remark": "verdicts",
  "ballots.save": "verdicts",
  "drafts.check": "work",
  "drafts.publish": "work",
  "drafts.records.check": "work",
  "drafts.rehearsal.start": "work",
  "drafts.reread": "work",
  "drafts.start": "work",
  "outcomes.file.check": "work",
  "outcomes.file.confirm": "work",
  "people.file.check": "work",
  "people.file.confirm": "work",
  "rounds.became": "work",
  "rounds.changed": "work",
  "rounds.close": "work",
  "rounds.open": "work",
  "runs.simulate": "work",
  "watching.changedPairs": "work",
  "watching.changes": "work",
  "watching.findings": "work",
  "watching.policy": "work",
  "watching.verdicts": "work",
};

const ofType = { query: "read", mutation: "write", subscription: "follow" } as const;

/** The budget that a procedure's calls count against. */
export function budgetOf(path: string, type: keyof typeof ofType, isSignedIn: boolean): BudgetName {
  const own = ofProcedure[path];
  if (isSignedIn) return own === "link" || own === undefined ? ofType[type] : own;
  return own === "link" ? "link" : "anonymous";
}
