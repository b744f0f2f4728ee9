import { sql } from "drizzle-orm";
import { isOneOf, type Kit } from "./kit.ts";

const platformRoles = ["administrator", "operator", "member"] as const;
export const studyRoles = ["operator", "auditor", "researcher", "observer"] as const;
/**
 * How an account got a role: assigned to an existing account, by a link that its maker could copy, or by a link that was
 * only mailed to its address.
 */
export const waysIn = ["account", "link-copied", "link-mailed"] as const;
/** Languages of pages and mails, as in server/locale.ts. */
export const languages = ["en", "de", "es"] as const;
const invitationRoles = ["administrator", "operator", "auditor", "researcher", "observer"] as const;

const mailStates = ["waiting", "failed"] as const;

/** Tables of accounts and sign-in. Roles in a study are in `membership`, never here. */
export function accountTables(kit: Kit) {
  const account = kit.table(
    "account",
    {
      id: kit.text("id").primaryKey(),
      /** Lower case, trimmed. */
      email: kit.text("email").notNull(),
      displayName: kit.text("display_name").notNull(),
      /** argon2id, PHC string. */
      passwordHash: kit.text("password_hash").notNull(),
      /** administrator: accounts and sessions; operator: may create studies; member: only what memberships give. */
      platformRole: kit.word("platform_role", platformRoles).notNull(),
      createdAt: kit.large("created_at").notNull(),
      suspendedAt: kit.large("suspended_at"),
      /** When name, address and all sign-in data were deleted. The row stays because other rows refer to it. */
      deletedAt: kit.large("deleted_at"),
      /**
       * When an administrator last removed the second factors, and who; null once the owner has dismissed the notice.
       */
      factorsTakenAt: kit.large("factors_taken_at"),
      factorsTakenBy: kit.text("factors_taken_by"),
      /** Custom keys of the judging page (JSON); null: the default keys. */
      judgingKeys: kit.text("judging_keys"),
      /** The account's settings for mails about events (JSON); null for the default. */
      notifications: kit.text("notifications"),
      /** null: the language of the newest study in which it is an auditor, or else the browser's. */
      language: kit.word("language", languages),
    },
    (t) => [
      kit.uniqueIndex("account_email").on(t.email),
      kit.index("account_role").on(t.platformRole),
      kit.index("account_made").on(t.createdAt, t.id),
      kit.check("account_language", isOneOf(t.language, languages)),
      kit.check("account_platform_role", isOneOf(t.platformRole, platformRoles)),
      kit.check(
        "account_email_form",
        sql`${t.email} = lower(${t.email}) and length(${t.email}) between 3 and 254`,
      ),
    ],
  );

  const session = kit.table(
    "session",
    {
      /** SHA-256 of the opaque id in the cookie's token: read access to this table is not enough to sign in. */
      idHash: kit.text("id_hash").primaryKey(),
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      createdAt: kit.large("created_at").notNull(),
      expiresAt: kit.large("expires_at").notNull(),
      lastSeenAt: kit.large("last_seen_at").notNull(),
      revokedAt: kit.large("revoked_at"),
      userAgent: kit.text("user_agent").notNull(),
      /**
       * When a second factor was given in this session; null: not yet, and an account that owes one is not signed in.
       */
      factorAt: kit.large("factor_at"),
      /** When the holder last proved their identity: at sign-in, or before a sensitive action. */
      confirmedAt: kit.large("confirmed_at").notNull(),
      /** Challenge for the browser, valid for one answer, or a secret about to be stored (JSON). */
      pending: kit.text("pending"),
      /** The OpenID Connect provider that identified the holder; null: a password did. */
      issuer: kit.text("issuer"),
    },
    (t) => [kit.index("session_account").on(t.accountId), kit.index("session_end").on(t.expiresAt)],
  );

  /** Links accounts to subjects of an OpenID Connect provider: only subjects never pass to another person. */
  const identity = kit.table(
    "identity",
    {
      issuer: kit.text("issuer").notNull(),
      subject: kit.text("subject").notNull(),
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      createdAt: kit.large("created_at").notNull(),
      /** When linking ended all earlier access to the account; null: it did not, or the owner dismissed the notice. */
      accessEndedAt: kit.large("access_ended_at"),
    },
    (t) => [
      kit.primaryKey({ name: "identity_pk", columns: [t.issuer, t.subject] }),
      kit.uniqueIndex("identity_account").on(t.accountId, t.issuer),
    ],
  );

  /** One-time links: to join (with a role), or for an account: to set a new password or to confirm a new address. */
  const invitation = kit.table(
    "invitation",
    {
      tokenHash: kit.text("token_hash").primaryKey(),
      purpose: kit.word("purpose", ["join", "reset-password", "change-email"]).notNull(),
      role: kit.word("role", invitationRoles),
      studyId: kit.text("study_id"),
      accountId: kit.text("account_id").references(() => account.id, { onDelete: "cascade" }),
      email: kit.text("email"),
      /** Attributes that its auditor will have in the study (canonical JSON). */
      attributes: kit.text("attributes").notNull().default("[]"),
      /** Whether it was only sent to its address; otherwise its maker saw it. */
      isMailed: kit.flag("is_mailed").notNull(),
      /** For mails that a job sends: waiting or failed; null if it was sent, or no job sends it. */
      mailState: kit.word("mail_state", mailStates),
      /** null: the server itself (the first administrator's link). */
      invitedBy: kit.text("invited_by").references(() => account.id),
      createdAt: kit.large("created_at").notNull(),
      expiresAt: kit.large("expires_at").notNull(),
      acceptedAt: kit.large("accepted_at"),
      acceptedBy: kit.text("accepted_by").references(() => account.id),
      revokedAt: kit.large("revoked_at"),
      /** When the owner of a password that this link set dismissed the notice. */
      noticedAt: kit.large("noticed_at"),
    },
    (t) => [
      kit.index("invitation_study").on(t.studyId),
      kit.index("invitation_account").on(t.accountId),
      kit.index("invitation_maker").on(t.invitedBy),
      kit.index("invitation_taker").on(t.acceptedBy),
      kit.index("invitation_end").on(t.expiresAt),
      kit.index("invitation_to_mail").on(t.studyId).where(sql`mail_state = 'waiting'`),
      kit.check("invitation_mail_state", isOneOf(t.mailState, mailStates)),
      kit.check(
        "invitation_whole",
        sql`(${t.purpose} = 'join' and ${t.role} is not null) or (${t.purpose} <> 'join' and ${t.accountId} is not null)`,
      ),
    ],
  );

  /** Number of mails that an account sent in an hour, counted from the epoch. */
  const mailTally = kit.table(
    "mail_tally",
    {
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      hour: kit.large("hour").notNull(),
      sent: kit.integer("sent").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.accountId, t.hour] })],
  );

  return { account, session, identity, invitation, mailTally };
}

export type AccountTables = ReturnType<typeof accountTables>;
