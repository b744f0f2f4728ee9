import { sql } from "drizzle-orm";
import type { restReasons as loggedReasons } from "#server/audit-log/panel-ways.ts";
import { type AccountTables, languages, studyRoles, waysIn } from "./accounts.ts";
import { isOneOf, type Kit, references } from "./kit.ts";

const studyStates = ["draft", "ready", "running", "ended"] as const;
const restReasons: typeof loggedReasons = ["on-leave", "unavailable", "own-request"];
const jobStates = ["waiting", "running", "done", "failed", "cancelled"] as const;

export function studyTables(kit: Kit, { account }: AccountTables) {
  const study = kit.table(
    "study",
    {
      id: kit.text("id").primaryKey(),
      name: kit.text("name").notNull(),
      /** draft: no log yet; ready: first entry written, settings may still change; running: a round was opened. */
      state: kit.word("state", studyStates).notNull(),
      isDemo: kit.flag("is_demo").notNull(),
      /** The provider through which its auditors must sign in; null: any way. Not in the log: it changes no verdict. */
      requiredIssuer: kit.text("required_issuer"),
      /** The language of its auditors and of its free text. Not in the log: it changes no verdict. */
      language: kit.word("language", languages).notNull().default("en"),
      /** SHA-256 of its settings (study_setup), by which a process remembers them; null while a draft. */
      settingsHash: kit.text("settings_hash"),
      /**
       * The number the next log entry gets, from 1. Raising it is the lock of every writing transaction. 0 only within the
       * transaction that deletes the study: then its history may be deleted (guards.ts).
       */
      nextSeq: kit.large("next_seq").notNull(),
      headHash: kit.text("head_hash").notNull(),
      headAt: kit.large("head_at").notNull(),
      /** Rounds opened so far, cancelled ones included: also the number of seed tree links that are taken. */
      roundCount: kit.integer("round_count").notNull(),
      /** Links of the seed tree that a lost history used: the next opening skips them. */
      skippedLinks: kit.integer("skipped_links").notNull(),
      /**
       * The name under which its checkpoints are signed since the last restore; null: as in its first entry.
       */
      restoredOrigin: kit.text("restored_origin"),
      /** The entry that accepted the lost history; null where there was none. */
      restoredSeq: kit.large("restored_seq"),
      /** The entry with the lottery over panels of the present selection; null: there is none yet. */
      lotterySeq: kit.large("lottery_seq"),
      /** The last log entry whose effect is in the learner's newest snapshot. */
      appliedSeq: kit.large("applied_seq").notNull(),
      leaseOwner: kit.text("lease_owner"),
      leaseUntil: kit.large("lease_until"),
      fence: kit.large("fence").notNull(),
      createdBy: kit.reference("created_by", () => account.id),
      createdAt: kit.large("created_at").notNull(),
      endedAt: kit.large("ended_at"),
      /** How many days after its end the features of all people are deleted; null: never. */
      retentionDays: kit.integer("retention_days"),
      /** When that is due; null: the study has not ended, nothing is to be deleted, or it is done. */
      featuresDueAt: kit.large("features_due_at"),
    },
    (t) => [
      kit.index("study_features_due").on(t.featuresDueAt).where(sql`features_due_at is not null`),
      // Queried on every page.
      kit.index("study_demo").on(t.isDemo),
      kit.index("study_lease").on(t.leaseUntil).where(sql`lease_until is not null`),
      kit.check("study_state", isOneOf(t.state, studyStates)),
      kit.check("study_language", isOneOf(t.language, languages)),
      kit.check("study_settings", sql`${t.state} = 'draft' or ${t.settingsHash} is not null`),
    ],
  );

  /**
   * Long texts of a study that its rounds do not change. They are not in the study's row, which each of its writing
   * transactions reads and writes: settings with 100,000 cut points are megabytes.
   */
  const studySetup = kit.table("study_setup", {
    studyId: kit
      .text("study_id")
      .primaryKey()
      .references(() => study.id),
    /** The five-step form as it was last saved (JSON); meaningless once the study is ready. */
    draft: kit.text("draft").notNull(),
    /** Canonical JSON of StudySettings: the log's, with the present selection of panels; null while a draft. */
    settings: kit.text("settings"),
    /** Readable column names, category labels and units (JSON). Free text, so never in the log. */
    labels: kit.text("labels"),
  });

  /** Purpose and guidelines in Markdown; each save is a new version, the log holds its hash. */
  const guideline = kit.table(
    "guideline",
    {
      studyId: kit.reference("study_id", () => study.id),
      version: kit.integer("version").notNull(),
      purpose: kit.text("purpose").notNull(),
      body: kit.text("body").notNull(),
      hash: kit.text("hash").notNull(),
      createdBy: kit.reference("created_by", () => account.id),
      createdAt: kit.large("created_at").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.version] })],
  );

  /** One row for each account and study: roles within a study are disjoint because a second row cannot exist. */
  const membership = kit.table(
    "membership",
    {
      studyId: kit.reference("study_id", () => study.id),
      accountId: kit.reference("account_id", () => account.id),
      role: kit.word("role", studyRoles).notNull(),
      /** How the account last got the role, and from which account; null for the server. */
      wayIn: kit.word("way_in", waysIn).notNull(),
      addedBy: kit.text("added_by").references(() => account.id),
      /** Public key of the browser in which the link was accepted, for the seat that follows. */
      key: kit.text("key"),
      /** An auditor's attributes, as in the log (canonical JSON). */
      attributes: kit.text("attributes").notNull().default("[]"),
      createdAt: kit.large("created_at").notNull(),
      endedAt: kit.large("ended_at"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.accountId] }),
      kit.index("membership_account").on(t.accountId),
      kit.check("membership_role", isOneOf(t.role, studyRoles)),
      kit.check("membership_way_in", isOneOf(t.wayIn, waysIn)),
    ],
  );

  /** An auditor's seat. Replacing an auditor ends one seat and adds another, so verdicts keep their author. */
  const seat = kit.table(
    "seat",
    {
      studyId: kit.reference("study_id", () => study.id),
      /** s1, s2, ...: the name the log uses; never an account. */
      id: kit.text("id").notNull(),
      accountId: kit.text("account_id").notNull(),
      replacesSeatId: kit.text("replaces_seat_id"),
      /** How the seat was filled, and by which account; null if the server filled it. */
      wayIn: kit.word("way_in", waysIn).notNull(),
      filledBy: kit.text("filled_by").references(() => account.id),
      seatedAt: kit.large("seated_at").notNull(),
      unseatedAt: kit.large("unseated_at"),
      /** Why the seat is on no panel until it returns; null: it does not rest. */
      restReason: kit.word("rest_reason", restReasons),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.id] }),
      references(
        kit,
        "seat_membership",
        [t.studyId, t.accountId],
        [membership.studyId, membership.accountId],
      ),
      kit.check("seat_way_in", isOneOf(t.wayIn, waysIn)),
      kit.check("seat_rest_reason", isOneOf(t.restReason, restReasons)),
      kit.index("seat_account").on(t.accountId),
      kit.uniqueIndex("seat_held_once").on(t.studyId, t.accountId).where(sql`unseated_at is null`),
    ],
  );

  /** Append-only. The keys with which a seat signs its ballots. A key that is proven later has two rows. */
  const seatKey = kit.table(
    "seat_key",
    {
      studyId: kit.text("study_id").notNull(),
      seatId: kit.text("seat_id").notNull(),
      /** Ed25519, as hex. */
      key: kit.text("key").notNull(),
      isProven: kit.flag("is_proven").notNull(),
      /** The proven key that signed it; null for the key of a link, and for an unproven key. */
      signedBy: kit.text("signed_by"),
      seq: kit.large("seq").notNull(),
      addedAt: kit.large("added_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.key, t.isProven] }),
      kit.uniqueIndex("seat_key_seq").on(t.studyId, t.seq),
      references(kit, "seat_key_seat", [t.studyId, t.seatId], [seat.studyId, seat.id]),
    ],
  );

  /** Jobs: their progress, worker and result. */
  const job = kit.table(
    "job",
    {
      studyId: kit.reference("study_id", () => study.id),
      id: kit.text("id").notNull(),
      kind: kit.text("kind").notNull(),
      state: kit.word("state", jobStates).notNull(),
      /** The job's input (JSON); null if its kind needs none. */
      params: kit.text("params"),
      done: kit.integer("done").notNull(),
      total: kit.integer("total").notNull(),
      /** The job's result (JSON). */
      result: kit.text("result"),
      error: kit.text("error"),
      leaseUntil: kit.large("lease_until"),
      fence: kit.large("fence").notNull(),
      createdBy: kit.text("created_by").references(() => account.id),
      createdAt: kit.large("created_at").notNull(),
      updatedAt: kit.large("updated_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.id] }),
      kit.index("job_state").on(t.state, t.createdAt),
      kit.check("job_state_word", isOneOf(t.state, jobStates)),
    ],
  );

  return { study, studySetup, guideline, membership, seat, seatKey, job };
}

export type StudyTables = ReturnType<typeof studyTables>;
