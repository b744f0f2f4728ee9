/** One noun of the product, and what carries it from the address bar to the database. */
export type Noun = {
  readonly noun: string;
  /** Folders below `app` with a page. */
  readonly addresses?: readonly string[];
  /** Folders or files below `components`. */
  readonly components?: readonly string[];
  /** Folders or files below `server`. */
  readonly services?: readonly string[];
  /** Keys of the tRPC router in `server/http/root.ts`. */
  readonly routers?: readonly string[];
  /** Files below `server/schemas`. */
  readonly schemas?: readonly string[];
  readonly tables?: readonly string[];
};

const study = "studies/[studyId]";

/** Every address, router and table of the product belongs to exactly one of these. */
export const nouns: readonly Noun[] = [
  {
    noun: "account",
    addresses: ["account", "administration"],
    components: ["account"],
    services: ["accounts"],
    routers: ["accounts"],
    schemas: ["accounts.ts"],
    tables: ["account", "mail_tally", "call_count"],
  },
  {
    noun: "sign-in",
    addresses: ["sign-in", "sign-in/factor"],
    components: ["account/sign-in-form.tsx"],
    services: ["accounts/sign-in.ts"],
    tables: ["session", "identity", "attempt", "device"],
  },
  {
    noun: "factor",
    components: ["account/factors"],
    services: ["accounts/factors"],
    routers: ["factors"],
    schemas: ["factors.ts"],
    tables: ["factor", "recovery_code"],
  },
  {
    noun: "invitation",
    addresses: ["invitation/[token]"],
    components: ["account/invitation-list.tsx"],
    services: ["accounts/invitations"],
    tables: ["invitation"],
  },
  {
    noun: "notification",
    components: ["account/notifications-form.tsx"],
    services: ["rounds/notifications", "accounts/notification-settings.ts"],
    schemas: ["notifications.ts"],
    tables: ["notification"],
  },
  {
    noun: "token",
    addresses: ["account/tokens"],
    components: ["account/api-tokens"],
    services: ["accounts/api-tokens"],
    routers: ["tokens"],
    schemas: ["tokens.ts"],
    tables: ["access_token", "kept_answer"],
  },
  {
    noun: "security log",
    addresses: ["administration/security-log"],
    components: ["account/security-log"],
    services: ["platform/security-log"],
    routers: ["securityLog"],
    schemas: ["security-log.ts"],
    tables: ["security_event", "security_head"],
  },
  {
    noun: "health",
    addresses: ["administration/health"],
    components: ["account/health"],
    services: ["operations/health"],
    routers: ["health"],
  },
  {
    noun: "backup",
    components: ["account/administration"],
    services: ["operations/backup"],
    routers: ["backups"],
  },
  { noun: "clock", components: ["account/administration/clock-jump.tsx"], routers: ["clock"] },
  { noun: "mail", components: ["account/mail"], services: ["platform/mail"], routers: ["mail"] },
  {
    noun: "study",
    addresses: ["", study, `${study}/settings`, `${study}/settings/revise`, "studies/new"],
    components: ["rounds"],
    services: ["studies"],
    routers: ["studies"],
    tables: ["study", "membership"],
  },
  {
    noun: "draft",
    addresses: [`${study}/draft`, `${study}/draft/[step]`],
    components: ["setup"],
    services: ["studies/drafts", "study"],
    routers: ["drafts"],
    schemas: ["drafts.ts"],
    tables: ["upload", "upload_turn"],
  },
  {
    noun: "people",
    addresses: [`${study}/people`],
    components: ["setup/people", "rounds/people"],
    services: ["studies/people"],
    routers: ["people"],
    schemas: ["people.ts"],
    tables: ["person", "person_data", "people_import"],
  },
  {
    noun: "panel",
    addresses: [`${study}/panel`],
    components: ["setup/panel"],
    routers: ["panel"],
    schemas: ["panel.ts"],
    tables: ["seat", "seat_key"],
  },
  {
    noun: "guideline",
    addresses: [`${study}/guidelines`],
    components: ["setup/guidelines"],
    services: ["studies/guidelines.ts"],
    routers: ["guidelines"],
    schemas: ["guidelines.ts"],
    tables: ["guideline"],
  },
  {
    noun: "round",
    addresses: [`${study}/rounds`, `${study}/rounds/[round]`, `${study}/rounds/new`],
    components: ["rounds"],
    services: ["rounds"],
    routers: ["rounds"],
    schemas: ["rounds.ts"],
    tables: ["round", "round_person", "round_seat", "draw", "decision", "violation"],
  },
  {
    noun: "study report",
    addresses: [`${study}/report`],
    components: ["results/report"],
    services: ["results/report"],
    routers: ["report"],
  },
  {
    noun: "outcome",
    addresses: [`${study}/rounds/outcomes`],
    components: ["rounds/outcomes"],
    services: ["rounds/outcomes"],
    routers: ["outcomes"],
    tables: ["outcome", "sealed_outcome"],
  },
  {
    noun: "reminder",
    components: ["rounds/reminders"],
    services: ["rounds/reminders"],
    routers: ["reminders"],
    schemas: ["reminders.ts"],
  },
  {
    noun: "ballot",
    addresses: [`${study}/judging`, `${study}/judging/[round]`, `${study}/practice`],
    components: ["judging", "judging/practice"],
    services: ["rounds/judging"],
    routers: ["ballots"],
    tables: ["ballot", "saved_verdict", "remark"],
  },
  {
    noun: "explanation",
    addresses: ["explanation/[token]"],
    components: ["results/explanations"],
    services: ["results/explanations"],
    routers: ["explanations"],
    tables: ["personal_link"],
  },
  {
    noun: "objection",
    addresses: [`${study}/rounds/objections`],
    components: ["rounds/objections"],
    services: ["rounds/objections"],
    routers: ["objections"],
    schemas: ["objections.ts"],
    tables: ["objection", "objection_answer"],
  },
  { noun: "annulment", components: ["rounds/annulments"], routers: ["annulments"], tables: ["annulment"] },
  {
    noun: "receipt",
    addresses: [`${study}/receipts`, `${study}/receipts/[round]`],
    components: ["judging/receipts"],
    services: ["audit-log/receipts"],
  },
  {
    noun: "log",
    addresses: [`${study}/data/entries/[seq]`],
    components: ["results/data"],
    services: ["results/read-entry.ts", "audit-log"],
    tables: ["log_entry"],
  },
  {
    noun: "result",
    addresses: [`${study}/results`, `${study}/results/[round]`],
    components: ["results", "judging/results"],
    services: ["results"],
    routers: ["results"],
    schemas: ["results.ts"],
  },
  {
    noun: "policy",
    addresses: [`${study}/results/policy`],
    components: ["results/policy"],
    services: ["results/policy"],
    tables: ["learner_update", "learner_snapshot", "kept_totals", "rule_list"],
  },
  {
    noun: "checkpoint",
    addresses: ["checkpoints/[study]"],
    components: ["results/checkpoints"],
    services: ["studies/checkpoints"],
    routers: ["checkpoints"],
    schemas: ["checkpoints.ts"],
    tables: ["checkpoint", "cosignature", "tree_tile", "witness_trouble"],
  },
  {
    noun: "panel results",
    addresses: [`${study}/results/panel`],
    components: ["results/panel"],
    services: ["results/panel"],
  },
  {
    noun: "what-if",
    addresses: [`${study}/results/what-if`],
    components: ["results/what-if"],
    services: ["results/what-if"],
    routers: ["whatIf"],
    schemas: ["what-if.ts"],
  },
  {
    noun: "simulation",
    addresses: [`${study}/results/simulations`],
    components: ["results/simulations"],
    services: ["results/simulations", "simulation"],
    routers: ["simulations"],
    schemas: ["simulations.ts"],
    tables: ["run"],
  },
  {
    noun: "data",
    addresses: [`${study}/data`],
    components: ["results/data"],
    services: ["studies/exports"],
  },
  {
    noun: "verifier",
    addresses: ["verify"],
    components: ["results/verifier"],
    services: ["verifier"],
  },
  {
    noun: "documentation",
    addresses: ["docs", "docs/[...name]", "docs/help", "docs/programs", "stored"],
    components: ["results/rest-api"],
    services: ["http/programs"],
  },
  { noun: "job", services: ["queue"], tables: ["job"] },
];

/** Words that name nothing in the field, with the standard word. No exported identifier has one of them. */
export const oldWords: Readonly<Record<string, string>> = {
  desk: "inbox, page or form",
  letter: "mail message",
  stone: "chain checkpoint",
  diary: "application log",
  founding: "genesis entry",
  crowd: "load shedding",
  crowded: "load shedding",
  patience: "shutdown timeout",
  lane: "pool",
  standing: "status",
  whoever: "the actor",
  whom: "the actor",
  nobody: "no ...",
  somebody: "the actor",
  tell: "notify, send or record",
  told: "notified",
  door: "http edge",
};

/** Exported names that two files share, each with its reason. */
export const sharedNames: Readonly<Record<string, string>> = {
  Cell: "a table's cell in components/ui; a cell of a grid of simulations",
  Fact: "a line of facts in components/ui; a stored fact of the high-water mark",
  Facts: "a line of facts in components/ui; the stored facts of the high-water mark",
  Found: "the answer of two oracles, each in its own file",
  Growth: "growth of FTPL's noise; growth of a log that a witness checks",
  Kind: "a kind of setting; a kind of people in a simulation",
  Verdict: "an auditor's verdict; the constraint that mode guarded remembers of it",
  decimal: "a field of a log entry; a value of a simulation's configuration",
  refusalOf: "the refusal that a page got; the refusals that a process counted",
  sumOf: "sums of two learners, each in its own file",
  whole: "a kind of setting; a value of a simulation's configuration",
};
