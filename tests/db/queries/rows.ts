import type { Tx } from "#db/store/store.ts";

/** Rows by the name of their table, parents first, unordered within a table. */
export type Rows = { readonly [Table in keyof Tx["t"]]?: readonly Tx["t"][Table]["$inferInsert"][] };

/** The queried study, and the other one. */
export type Side = "here" | "there";

const account = (id: string, createdAt: number, rest: Partial<AccountRow> = {}) => ({
  id,
  email: `${id}@example.org`,
  displayName: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
  passwordHash: `hash of ${id}`,
  platformRole: "member" as const,
  createdAt,
  suspendedAt: null,
  ...rest,
});

type AccountRow = Tx["t"]["account"]["$inferInsert"];

const session = (
  idHash: string,
  accountId: string,
  rest: { lastSeenAt: number; expiresAt?: number; revokedAt?: number; pending?: string },
) => ({
  idHash,
  accountId,
  createdAt: 10,
  expiresAt: 1_000,
  revokedAt: null,
  userAgent: `of ${idHash}`,
  confirmedAt: 10,
  ...rest,
});

const accessToken = (id: string, accountId: string, rest: Partial<AccessTokenRow>) => ({
  id,
  accountId,
  tokenHash: `hash of ${id}`,
  name: `Script ${id}`,
  scope: "read",
  createdAt: 10,
  expiresAt: 1_000,
  ...rest,
});

type AccessTokenRow = Tx["t"]["accessToken"]["$inferInsert"];

const invitation = (tokenHash: string, createdAt: number, rest: Partial<InvitationRow>) => ({
  tokenHash,
  createdAt,
  purpose: "join" as const,
  role: "auditor" as const,
  isMailed: false,
  invitedBy: "olga",
  expiresAt: 1_000,
  ...rest,
});

type InvitationRow = Tx["t"]["invitation"]["$inferInsert"];

/** The accounts of the server and their own rows. */
export const accountRows: Rows = {
  account: [
    account("zoe", 5),
    account("adam", 2, { platformRole: "administrator" }),
    account("olga", 3, { platformRole: "operator" }),
    account("ada", 4),
    account("ben", 4),
    account("cyd", 4),
    account("dora", 6, {
      factorsTakenAt: 5,
      factorsTakenBy: "ben",
      judgingKeys: "{}",
      language: "es",
      notifications: "{}",
    }),
    account("emil", 7, { suspendedAt: 70 }),
    account("rita", 8),
    account("anna", 9, { platformRole: "administrator", suspendedAt: 90 }),
    account("alma", 1, { platformRole: "administrator" }),
  ],
  session: [
    session("ada-older", "ada", { lastSeenAt: 300 }),
    session("ada-newer", "ada", { lastSeenAt: 400 }),
    session("ada-tie", "ada", { lastSeenAt: 300 }),
    session("ada-revoked", "ada", { lastSeenAt: 400, revokedAt: 350 }),
    session("ada-expired", "ada", { lastSeenAt: 400, expiresAt: 500 }),
    session("adam-idle", "adam", { lastSeenAt: 250 }),
    session("adam-newer", "adam", { lastSeenAt: 251, pending: "a challenge" }),
    session("ben-only", "ben", { lastSeenAt: 400 }),
    session("emil-only", "emil", { lastSeenAt: 400 }),
  ],
  accessToken: [
    accessToken("ada-newer", "ada", { createdAt: 30, lastUsedAt: 40 }),
    accessToken("ada-older", "ada", { createdAt: 20, scope: "read operate" }),
    accessToken("ada-tie", "ada", { createdAt: 30, expiresAt: 100 }),
    accessToken("ben-only", "ben", { createdAt: 25, scope: "read features outcomes" }),
    accessToken("emil-only", "emil", { createdAt: 10 }),
  ],
  keptAnswer: [
    { tokenId: "ada-newer", key: "answered", fingerprint: "fp", begunAt: 10, status: 201, body: "{}" },
    { tokenId: "ada-newer", key: "under way", fingerprint: "fp", begunAt: 20 },
    { tokenId: "ben-only", key: "answered", fingerprint: "of ben", begunAt: 20 },
  ],
  attempt: [
    { bucket: 7, count: 2, since: 20, lastAt: 30 },
    { bucket: 3, count: 1, since: 10, lastAt: 10 },
  ],
  device: [
    { accountId: "ada", tokenHash: "oldest of ada", lastSeenAt: 10 },
    { accountId: "ben", tokenHash: "shared", lastSeenAt: 5 },
    { accountId: "ada", tokenHash: "shared", lastSeenAt: 20 },
    { accountId: "ada", tokenHash: "newest of ada", lastSeenAt: 30 },
  ],
  factor: [
    {
      id: "app of ada",
      accountId: "ada",
      kind: "authenticator",
      name: "App",
      createdAt: 20,
      counter: 7,
      secret: "sealed",
    },
    {
      id: "key of ada",
      accountId: "ada",
      kind: "passkey",
      name: "Key",
      createdAt: 10,
      lastUsedAt: 15,
      credentialId: "credential of ada",
      publicKey: new Uint8Array([1, 2]),
      counter: 5,
    },
    {
      id: "app of ben",
      accountId: "ben",
      kind: "authenticator",
      name: "App",
      createdAt: 5,
      counter: 7,
      secret: "sealed",
    },
  ],
  recoveryCode: [
    { accountId: "ada", codeHash: "used", createdAt: 20, usedAt: 25 },
    { accountId: "ada", codeHash: "unused", createdAt: 20 },
    { accountId: "ben", codeHash: "unused", createdAt: 20 },
  ],
};

/** Rows of the server that belong to no study. */
export const serverRows: Rows = {
  identity: [
    { issuer: "https://login.example.org", subject: "ada-1", accountId: "ada", createdAt: 5 },
    {
      issuer: "https://login.example.org",
      subject: "cyd-1",
      accountId: "cyd",
      createdAt: 5,
      accessEndedAt: 6,
    },
  ],
  callCount: [
    { subject: "account ada", budget: "read", endsAt: 60_001, count: 4 },
    { subject: "account ada", budget: "read", endsAt: 60_000, count: 2 },
  ],
  uploadTurn: [{ accountId: "ada", place: 0, id: "held", leaseUntil: 2_000 }],
  organisationText: [
    { field: "name", text: "Town of Here", savedAt: 3 },
    { field: "privacy", text: "We keep little.", savedAt: 4 },
  ],
  securityHead: [{ id: 1, seq: 2, hash: "h2", at: 5 }],
  securityEvent: [
    {
      ...{ seq: 2, at: 5, kind: "link.made", actorId: null, accountId: "ada", studyId: null },
      ...{ entry: "{2}", hash: "h2" },
    },
    {
      ...{ seq: 1, at: 5, kind: "link.made", actorId: "ada", accountId: "ben", studyId: null },
      ...{ entry: "{1}", hash: "h1" },
    },
  ],
};

/** Links, which need the studies. */
export const invitationRows: Rows = {
  invitation: [
    invitation("here-older", 10, { studyId: "here", email: "new@example.org" }),
    invitation("here-newer", 20, { studyId: "here", role: "researcher", email: "newer@example.org" }),
    invitation("here-tie", 20, { studyId: "here", email: "tie@example.org" }),
    invitation("here-accepted", 30, {
      studyId: "here",
      email: "ben@example.org",
      acceptedAt: 40,
      acceptedBy: "ben",
    }),
    invitation("here-revoked", 30, { studyId: "here", revokedAt: 40 }),
    invitation("here-expired", 30, { studyId: "here", expiresAt: 500 }),
    invitation("here-waiting", 10, { studyId: "here", email: "list@example.org", mailState: "waiting" }),
    invitation("there-open", 15, { studyId: "there", email: "new@example.org" }),
    invitation("server-open", 12, { invitedBy: null, role: "administrator" }),
    invitation("server-accepted", 11, { invitedBy: null, role: "administrator", acceptedAt: 13 }),
    invitation("reset-ada", 50, { purpose: "reset-password", role: null, accountId: "ada" }),
    invitation("reset-ben", 50, { purpose: "reset-password", role: null, accountId: "ben" }),
    invitation("join-ada", 60, { accountId: "ada", role: "operator" }),
    invitation("reset-used", 40, { purpose: "reset-password", role: null, accountId: "ada", acceptedAt: 45 }),
    invitation("reset-first", 41, {
      purpose: "reset-password",
      role: null,
      accountId: "dora",
      acceptedAt: 43,
    }),
    invitation("reset-late", 41, {
      purpose: "reset-password",
      role: null,
      accountId: "dora",
      acceptedAt: 46,
    }),
    invitation("reset-tie", 41, { purpose: "reset-password", role: null, accountId: "dora", acceptedAt: 43 }),
  ],
};

/** A study that has not begun, and the demonstration. */
export const otherStudyRows: Rows = {
  study: [
    { ...bareStudy("sketch", 40), state: "draft", name: "A sketch" },
    { ...bareStudy("demo", 50), state: "ended", isDemo: true, settingsHash: "hash", endedAt: 60 },
  ],
  studySetup: [
    { studyId: "sketch", draft: "the form" },
    { studyId: "demo", draft: "its form", settings: "{}" },
  ],
  membership: [{ studyId: "sketch", accountId: "olga", role: "operator", wayIn: "account", createdAt: 41 }],
  upload: [
    {
      studyId: "sketch",
      id: "upload-1",
      kind: "people",
      name: "sketch.csv",
      size: 1,
      hash: "hash",
      packed: new Uint8Array([1]),
      reading: "reading",
      createdBy: "olga",
      createdAt: 43,
    },
  ],
  ruleList: [
    { studyId: "sketch", hash: "sketched rules", size: 6, packed: new Uint8Array([6]), createdAt: 44 },
  ],
  run: [
    {
      studyId: "sketch",
      id: "run-1",
      name: "sketched",
      about: "about",
      plan: "plan",
      figures: "figures",
      result: "result",
      createdBy: "olga",
      createdAt: 44,
    },
  ],
  job: [
    {
      studyId: "sketch",
      id: "job-1",
      kind: "publish",
      state: "waiting",
      params: "a file",
      done: 0,
      total: 0,
      fence: 0,
      createdAt: 42,
      updatedAt: 42,
    },
  ],
};

export function bareStudy(id: string, createdAt: number) {
  const numbers = { nextSeq: 1, headAt: 0, roundCount: 0, skippedLinks: 0, appliedSeq: 0, fence: 0 };
  return { id, name: id, headHash: "", isDemo: false, ...numbers, createdBy: "olga", createdAt };
}
