CREATE TABLE "access_token" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"study_id" text,
	"scope" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_used_at" bigint,
	CONSTRAINT "access_token_scope" CHECK ("access_token"."scope" in ('read', 'read features', 'read outcomes', 'read features outcomes', 'read operate', 'read features operate', 'read outcomes operate', 'read features outcomes operate', 'read drafts', 'read features drafts', 'read outcomes drafts', 'read features outcomes drafts', 'read operate drafts', 'read features operate drafts', 'read outcomes operate drafts', 'read features outcomes operate drafts', 'read members', 'read features members', 'read outcomes members', 'read features outcomes members', 'read operate members', 'read features operate members', 'read outcomes operate members', 'read features outcomes operate members', 'read drafts members', 'read features drafts members', 'read outcomes drafts members', 'read features outcomes drafts members', 'read operate drafts members', 'read features operate drafts members', 'read outcomes operate drafts members', 'read features outcomes operate drafts members')),
	CONSTRAINT "access_token_life" CHECK ("access_token"."expires_at" > "access_token"."created_at")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"platform_role" text NOT NULL,
	"created_at" bigint NOT NULL,
	"suspended_at" bigint,
	"deleted_at" bigint,
	"factors_taken_at" bigint,
	"factors_taken_by" text,
	"judging_keys" text,
	"notifications" text,
	"language" text,
	CONSTRAINT "account_language" CHECK ("account"."language" in ('en', 'de', 'es')),
	CONSTRAINT "account_platform_role" CHECK ("account"."platform_role" in ('administrator', 'operator', 'member')),
	CONSTRAINT "account_email_form" CHECK ("account"."email" = lower("account"."email") and length("account"."email") between 3 and 254)
);
--> statement-breakpoint
CREATE TABLE "annulment" (
	"study_id" text NOT NULL,
	"proposed_seq" bigint NOT NULL,
	"proposed_at" bigint NOT NULL,
	"round" integer NOT NULL,
	"high" integer NOT NULL,
	"low" integer NOT NULL,
	"reason" text NOT NULL,
	"seat_id" text,
	"state" text NOT NULL,
	"voted_in" integer,
	"vote_count" integer,
	CONSTRAINT "annulment_study_id_proposed_seq_pk" PRIMARY KEY("study_id","proposed_seq"),
	CONSTRAINT "annulment_reason" CHECK ("annulment"."reason" in ('given-by-mistake', 'wrong-data', 'guidelines-changed', 'other')),
	CONSTRAINT "annulment_state" CHECK ("annulment"."state" in ('waiting', 'voting', 'annulled', 'kept', 'withdrawn')),
	CONSTRAINT "annulment_decided" CHECK (("annulment"."state" in ('annulled', 'kept')) = ("annulment"."vote_count" is not null)),
	CONSTRAINT "annulment_put" CHECK (("annulment"."state" in ('voting', 'annulled', 'kept')) = ("annulment"."voted_in" is not null))
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"bucket" integer PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"since" bigint NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ballot" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"seat_id" text NOT NULL,
	"version" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"verdicts" text NOT NULL,
	"votes" text,
	"salt" text NOT NULL,
	"nonce" text NOT NULL,
	"shown" text NOT NULL,
	"commitment" text NOT NULL,
	"key" text NOT NULL,
	"signature" text NOT NULL,
	"seq" bigint NOT NULL,
	"sealed_at" bigint NOT NULL,
	CONSTRAINT "ballot_study_id_round_seat_id_version_pk" PRIMARY KEY("study_id","round","seat_id","version"),
	CONSTRAINT "ballot_version" CHECK ("ballot"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "call_count" (
	"subject" text NOT NULL,
	"budget" text NOT NULL,
	"ends_at" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "call_count_subject_budget_ends_at_pk" PRIMARY KEY("subject","budget","ends_at"),
	CONSTRAINT "call_count_positive" CHECK ("call_count"."count" >= 1)
);
--> statement-breakpoint
CREATE TABLE "checkpoint" (
	"study_id" text NOT NULL,
	"size" bigint NOT NULL,
	"root" text NOT NULL,
	"note" text NOT NULL,
	"signed_at" bigint NOT NULL,
	CONSTRAINT "checkpoint_study_id_size_pk" PRIMARY KEY("study_id","size")
);
--> statement-breakpoint
CREATE TABLE "cosignature" (
	"study_id" text NOT NULL,
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"witnessed_at" bigint NOT NULL,
	CONSTRAINT "cosignature_study_id_size_witness_pk" PRIMARY KEY("study_id","size","witness")
);
--> statement-breakpoint
CREATE TABLE "decision" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"position" integer NOT NULL,
	"selected" integer NOT NULL,
	CONSTRAINT "decision_study_id_round_position_pk" PRIMARY KEY("study_id","round","position"),
	CONSTRAINT "decision_selected" UNIQUE("study_id","round","position","selected"),
	CONSTRAINT "decision_selected_word" CHECK ("decision"."selected" in (0, 1))
);
--> statement-breakpoint
CREATE TABLE "device" (
	"account_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "device_account_id_token_hash_pk" PRIMARY KEY("account_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "draw" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"u" text NOT NULL,
	"hypothesis" bigint,
	"drawn_at" bigint NOT NULL,
	CONSTRAINT "draw_study_id_round_pk" PRIMARY KEY("study_id","round")
);
--> statement-breakpoint
CREATE TABLE "factor" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"credential_id" text,
	"public_key" "bytea",
	"counter" bigint NOT NULL,
	"secret" text,
	CONSTRAINT "factor_whole" CHECK (("factor"."kind" = 'passkey' and "factor"."credential_id" is not null and "factor"."public_key" is not null and "factor"."secret" is null) or ("factor"."kind" = 'authenticator' and "factor"."secret" is not null and "factor"."credential_id" is null and "factor"."public_key" is null))
);
--> statement-breakpoint
CREATE TABLE "guideline" (
	"study_id" text NOT NULL,
	"version" integer NOT NULL,
	"purpose" text NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "guideline_study_id_version_pk" PRIMARY KEY("study_id","version")
);
--> statement-breakpoint
CREATE TABLE "identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"access_ended_at" bigint,
	CONSTRAINT "identity_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"role" text,
	"study_id" text,
	"account_id" text,
	"email" text,
	"attributes" text DEFAULT '[]' NOT NULL,
	"is_mailed" boolean NOT NULL,
	"mail_state" text,
	"invited_by" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"accepted_at" bigint,
	"accepted_by" text,
	"revoked_at" bigint,
	"noticed_at" bigint,
	CONSTRAINT "invitation_mail_state" CHECK ("invitation"."mail_state" in ('waiting', 'failed')),
	CONSTRAINT "invitation_whole" CHECK (("invitation"."purpose" = 'join' and "invitation"."role" is not null) or ("invitation"."purpose" <> 'join' and "invitation"."account_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "job" (
	"study_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"params" text,
	"done" integer NOT NULL,
	"total" integer NOT NULL,
	"result" text,
	"error" text,
	"lease_until" bigint,
	"fence" bigint NOT NULL,
	"created_by" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "job_study_id_id_pk" PRIMARY KEY("study_id","id"),
	CONSTRAINT "job_state_word" CHECK ("job"."state" in ('waiting', 'running', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "kept_answer" (
	"token_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"begun_at" bigint NOT NULL,
	"status" integer,
	"body" text,
	CONSTRAINT "kept_answer_token_id_key_pk" PRIMARY KEY("token_id","key"),
	CONSTRAINT "kept_answer_whole" CHECK (("kept_answer"."status" is null) = ("kept_answer"."body" is null))
);
--> statement-breakpoint
CREATE TABLE "kept_totals" (
	"study_id" text NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"kept_at" bigint NOT NULL,
	CONSTRAINT "kept_totals_study_id_hash_pk" PRIMARY KEY("study_id","hash")
);
--> statement-breakpoint
CREATE TABLE "learner_snapshot" (
	"study_id" text NOT NULL,
	"applied_seq" bigint NOT NULL,
	"state" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "learner_snapshot_study_id_applied_seq_pk" PRIMARY KEY("study_id","applied_seq")
);
--> statement-breakpoint
CREATE TABLE "learner_update" (
	"study_id" text NOT NULL,
	"applied_seq" bigint NOT NULL,
	"from_seq" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"fence" bigint NOT NULL,
	"state_hash" text NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "learner_update_study_id_applied_seq_pk" PRIMARY KEY("study_id","applied_seq")
);
--> statement-breakpoint
CREATE TABLE "log_entry" (
	"study_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"at" bigint NOT NULL,
	"round" integer,
	"entry" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "log_entry_study_id_seq_pk" PRIMARY KEY("study_id","seq")
);
--> statement-breakpoint
CREATE TABLE "mail_tally" (
	"account_id" text NOT NULL,
	"hour" bigint NOT NULL,
	"sent" integer NOT NULL,
	CONSTRAINT "mail_tally_account_id_hour_pk" PRIMARY KEY("account_id","hour")
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"study_id" text NOT NULL,
	"account_id" text NOT NULL,
	"role" text NOT NULL,
	"way_in" text NOT NULL,
	"added_by" text,
	"key" text,
	"attributes" text DEFAULT '[]' NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "membership_study_id_account_id_pk" PRIMARY KEY("study_id","account_id"),
	CONSTRAINT "membership_role" CHECK ("membership"."role" in ('operator', 'auditor', 'researcher', 'observer')),
	CONSTRAINT "membership_way_in" CHECK ("membership"."way_in" in ('account', 'link-copied', 'link-mailed'))
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"study_id" text NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"deadline_at" bigint DEFAULT 0 NOT NULL,
	"send_at" bigint NOT NULL,
	"sent_at" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_study_id_account_id_kind_number_deadline_at_pk" PRIMARY KEY("study_id","account_id","kind","number","deadline_at"),
	CONSTRAINT "notification_kind" CHECK ("notification"."kind" in ('round-opened', 'due-tomorrow', 'round-closed', 'lot-drawn', 'all-sealed', 'closed-automatically', 'outcomes-due', 'features-due', 'webhook-off', 'backup-failed'))
);
--> statement-breakpoint
CREATE TABLE "objection" (
	"study_id" text NOT NULL,
	"received_seq" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"round" integer NOT NULL,
	"position" integer NOT NULL,
	"by" text NOT NULL,
	"digest_key" text,
	"text" text,
	"question" text,
	"state" text NOT NULL,
	"asked_in" integer,
	"yes" integer,
	"no" integer,
	"unsure" integer,
	CONSTRAINT "objection_study_id_received_seq_pk" PRIMARY KEY("study_id","received_seq"),
	CONSTRAINT "objection_by" CHECK ("objection"."by" in ('person', 'operator')),
	CONSTRAINT "objection_state" CHECK ("objection"."state" in ('received', 'forwarded', 'asked', 'answered')),
	CONSTRAINT "objection_asked" CHECK (("objection"."state" in ('asked', 'answered')) = ("objection"."asked_in" is not null)),
	CONSTRAINT "objection_answered" CHECK (("objection"."state" = 'answered') = ("objection"."yes" is not null and "objection"."no" is not null and "objection"."unsure" is not null))
);
--> statement-breakpoint
CREATE TABLE "objection_answer" (
	"study_id" text NOT NULL,
	"received_seq" bigint NOT NULL,
	"seat_id" text NOT NULL,
	"answer" text NOT NULL,
	"answered_at" bigint NOT NULL,
	CONSTRAINT "objection_answer_study_id_received_seq_seat_id_pk" PRIMARY KEY("study_id","received_seq","seat_id"),
	CONSTRAINT "objection_answer_word" CHECK ("objection_answer"."answer" in ('yes', 'no', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE "organisation_text" (
	"field" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"saved_at" bigint NOT NULL,
	CONSTRAINT "organisation_text_field" CHECK ("organisation_text"."field" in ('name', 'contact', 'logo', 'imprint', 'privacy', 'accessibility'))
);
--> statement-breakpoint
CREATE TABLE "outcome" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"position" integer NOT NULL,
	"version" integer NOT NULL,
	"selected" integer NOT NULL,
	"value" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"seq" bigint NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" bigint NOT NULL,
	CONSTRAINT "outcome_study_id_round_position_version_pk" PRIMARY KEY("study_id","round","position","version"),
	CONSTRAINT "outcome_selected_yes" CHECK ("outcome"."selected" = 1),
	CONSTRAINT "outcome_value" CHECK ("outcome"."value" in ('yes', 'no', 'lost')),
	CONSTRAINT "outcome_version" CHECK ("outcome"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "override" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"position" integer NOT NULL,
	"selected" integer NOT NULL,
	"reason" text NOT NULL,
	"decided_by" text NOT NULL,
	"seq" bigint NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" bigint NOT NULL,
	CONSTRAINT "override_study_id_round_position_pk" PRIMARY KEY("study_id","round","position"),
	CONSTRAINT "override_reason" CHECK ("override"."reason" in ('legal-duty', 'safety', 'new-information', 'wrong-data', 'other'))
);
--> statement-breakpoint
CREATE TABLE "people_import" (
	"study_id" text NOT NULL,
	"id" text NOT NULL,
	"file_hash" text NOT NULL,
	"first_ordinal" integer NOT NULL,
	"row_count" integer NOT NULL,
	"started_at" bigint NOT NULL,
	"seq" bigint,
	CONSTRAINT "people_import_study_id_id_pk" PRIMARY KEY("study_id","id")
);
--> statement-breakpoint
CREATE TABLE "person" (
	"study_id" text NOT NULL,
	"id" text NOT NULL,
	"import_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"digest" text NOT NULL,
	"round_number" integer,
	"erased_at" bigint,
	CONSTRAINT "person_study_id_id_pk" PRIMARY KEY("study_id","id")
);
--> statement-breakpoint
CREATE TABLE "person_data" (
	"study_id" text NOT NULL,
	"person_id" text NOT NULL,
	"digest_key" text NOT NULL,
	"features" text NOT NULL,
	"groups" text NOT NULL,
	"identifiers" text NOT NULL,
	CONSTRAINT "person_data_study_id_person_id_pk" PRIMARY KEY("study_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "personal_link" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"position" integer NOT NULL,
	"token_hash" text NOT NULL,
	"contact" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "personal_link_study_id_round_position_pk" PRIMARY KEY("study_id","round","position")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"account_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint,
	CONSTRAINT "recovery_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "remark" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"seat_id" text NOT NULL,
	"high" integer NOT NULL,
	"low" integer NOT NULL,
	"note" text NOT NULL,
	"reasons" text NOT NULL,
	"again" text,
	"saved_at" bigint NOT NULL,
	"is_hidden" boolean NOT NULL,
	CONSTRAINT "remark_study_id_round_seat_id_high_low_pk" PRIMARY KEY("study_id","round","seat_id","high","low"),
	CONSTRAINT "remark_again" CHECK ("remark"."again" is null or "remark"."again" in ('unfair', 'acceptable', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE "report_link" (
	"study_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"made_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_statement" (
	"study_id" text NOT NULL,
	"field" text NOT NULL,
	"text" text NOT NULL,
	"stated_at" bigint NOT NULL,
	CONSTRAINT "report_statement_study_id_field_pk" PRIMARY KEY("study_id","field")
);
--> statement-breakpoint
CREATE TABLE "round" (
	"study_id" text NOT NULL,
	"number" integer NOT NULL,
	"t" integer NOT NULL,
	"state" text NOT NULL,
	"opened_seq" bigint NOT NULL,
	"opened_at" bigint NOT NULL,
	"opened_hash" text NOT NULL,
	"inputs_hash" text NOT NULL,
	"applied_seq" bigint NOT NULL,
	"noise_seed" text NOT NULL,
	"eta" text,
	"fairness_weight" text,
	"guard" text,
	"pair_count" integer NOT NULL,
	"docket" text,
	"tolerance_pairs" text,
	"seat_count" integer NOT NULL,
	"panel_chosen" text NOT NULL,
	"needed_flags" integer,
	"decision_rule" text,
	"guideline_version" integer NOT NULL,
	"deadline_at" bigint,
	"closing" text NOT NULL,
	"chosen" text NOT NULL,
	"beacon_round" bigint,
	"beacon_signature" text,
	"beacon_trouble" text,
	"closing_seq" bigint,
	"closing_at" bigint,
	"closing_hash" text,
	"closed_seq" bigint,
	"closed_at" bigint,
	"closed_hash" text,
	"close_reason" text,
	CONSTRAINT "round_study_id_number_pk" PRIMARY KEY("study_id","number"),
	CONSTRAINT "round_closing" CHECK ("round"."closing" in ('no-pairs', 'deadline', 'from-deadline', 'by-hand')),
	CONSTRAINT "round_chosen" CHECK ("round"."chosen" in ('in-order', 'by-operator', 'by-lot')),
	CONSTRAINT "round_state" CHECK ("round"."state" in ('open', 'closing', 'closed', 'cancelled')),
	CONSTRAINT "round_closed" CHECK (("round"."state" in ('open', 'closing')) = ("round"."closed_seq" is null)),
	CONSTRAINT "round_frozen" CHECK ("round"."state" <> 'closing' or "round"."closing_seq" is not null)
);
--> statement-breakpoint
CREATE TABLE "round_person" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"position" integer NOT NULL,
	"person_id" text NOT NULL,
	"chance" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "round_person_study_id_round_position_pk" PRIMARY KEY("study_id","round","position")
);
--> statement-breakpoint
CREATE TABLE "round_seat" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"place" integer NOT NULL,
	"seat_id" text NOT NULL,
	"hidden_at" bigint,
	"hidden_version" integer,
	CONSTRAINT "round_seat_study_id_round_place_pk" PRIMARY KEY("study_id","round","place"),
	CONSTRAINT "round_seat_hidden" CHECK (("round_seat"."hidden_at" is null) = ("round_seat"."hidden_version" is null))
);
--> statement-breakpoint
CREATE TABLE "rule_list" (
	"study_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"size" integer NOT NULL,
	"packed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run" (
	"study_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	"plan" text NOT NULL,
	"figures" text,
	"result" text,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"removed_at" bigint,
	CONSTRAINT "run_study_id_id_pk" PRIMARY KEY("study_id","id"),
	CONSTRAINT "run_result" CHECK (("run"."result" is null) = ("run"."figures" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_verdict" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"seat_id" text NOT NULL,
	"high" integer NOT NULL,
	"low" integer NOT NULL,
	"word" text NOT NULL,
	"tolerance" integer,
	"saved_at" bigint NOT NULL,
	"is_hidden" boolean NOT NULL,
	CONSTRAINT "saved_verdict_study_id_round_seat_id_high_low_pk" PRIMARY KEY("study_id","round","seat_id","high","low"),
	CONSTRAINT "saved_verdict_word" CHECK ("saved_verdict"."word" in ('unfair', 'acceptable', 'unsure')),
	CONSTRAINT "saved_verdict_tolerance" CHECK ("saved_verdict"."tolerance" is null or ("saved_verdict"."tolerance" between 0 and 100 and "saved_verdict"."word" <> 'unsure'))
);
--> statement-breakpoint
CREATE TABLE "sealed_outcome" (
	"study_id" text NOT NULL,
	"person_id" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "sealed_outcome_study_id_person_id_pk" PRIMARY KEY("study_id","person_id"),
	CONSTRAINT "sealed_outcome_value" CHECK ("sealed_outcome"."value" in ('yes', 'no'))
);
--> statement-breakpoint
CREATE TABLE "seat" (
	"study_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"replaces_seat_id" text,
	"way_in" text NOT NULL,
	"filled_by" text,
	"seated_at" bigint NOT NULL,
	"unseated_at" bigint,
	"rest_reason" text,
	CONSTRAINT "seat_study_id_id_pk" PRIMARY KEY("study_id","id"),
	CONSTRAINT "seat_way_in" CHECK ("seat"."way_in" in ('account', 'link-copied', 'link-mailed')),
	CONSTRAINT "seat_rest_reason" CHECK ("seat"."rest_reason" in ('on-leave', 'unavailable', 'own-request'))
);
--> statement-breakpoint
CREATE TABLE "seat_key" (
	"study_id" text NOT NULL,
	"seat_id" text NOT NULL,
	"key" text NOT NULL,
	"is_proven" boolean NOT NULL,
	"signed_by" text,
	"seq" bigint NOT NULL,
	"added_at" bigint NOT NULL,
	CONSTRAINT "seat_key_study_id_key_is_proven_pk" PRIMARY KEY("study_id","key","is_proven")
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"actor_id" text,
	"account_id" text,
	"study_id" text,
	"entry" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "security_head_single" CHECK ("security_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"revoked_at" bigint,
	"user_agent" text NOT NULL,
	"factor_at" bigint,
	"confirmed_at" bigint NOT NULL,
	"pending" text,
	"issuer" text
);
--> statement-breakpoint
CREATE TABLE "study" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"required_issuer" text,
	"language" text DEFAULT 'en' NOT NULL,
	"settings_hash" text,
	"next_seq" bigint NOT NULL,
	"head_hash" text NOT NULL,
	"head_at" bigint NOT NULL,
	"round_count" integer NOT NULL,
	"skipped_links" integer NOT NULL,
	"restored_origin" text,
	"restored_seq" bigint,
	"lottery_seq" bigint,
	"applied_seq" bigint NOT NULL,
	"lease_owner" text,
	"lease_until" bigint,
	"fence" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	"retention_days" integer,
	"features_due_at" bigint,
	CONSTRAINT "study_state" CHECK ("study"."state" in ('draft', 'ready', 'running', 'ended')),
	CONSTRAINT "study_language" CHECK ("study"."language" in ('en', 'de', 'es')),
	CONSTRAINT "study_settings" CHECK ("study"."state" = 'draft' or "study"."settings_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "study_setup" (
	"study_id" text PRIMARY KEY NOT NULL,
	"draft" text NOT NULL,
	"settings" text,
	"labels" text
);
--> statement-breakpoint
CREATE TABLE "tree_tile" (
	"study_id" text NOT NULL,
	"level" integer NOT NULL,
	"number" bigint NOT NULL,
	"root" text NOT NULL,
	CONSTRAINT "tree_tile_study_id_level_number_pk" PRIMARY KEY("study_id","level","number")
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"study_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"hash" text NOT NULL,
	"packed" "bytea" NOT NULL,
	"reading" text NOT NULL,
	"choices" text,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "upload_study_id_id_pk" PRIMARY KEY("study_id","id"),
	CONSTRAINT "upload_kind" UNIQUE("study_id","kind"),
	CONSTRAINT "upload_kind_word" CHECK ("upload"."kind" in ('people', 'past-records', 'further-people', 'outcomes')),
	CONSTRAINT "upload_choices" CHECK (("upload"."kind" = 'people') = ("upload"."choices" is null))
);
--> statement-breakpoint
CREATE TABLE "upload_turn" (
	"account_id" text NOT NULL,
	"place" integer NOT NULL,
	"id" text NOT NULL,
	"lease_until" bigint NOT NULL,
	CONSTRAINT "upload_turn_account_id_place_pk" PRIMARY KEY("account_id","place"),
	CONSTRAINT "upload_turn_place" CHECK ("upload_turn"."place" >= 0)
);
--> statement-breakpoint
CREATE TABLE "violation" (
	"study_id" text NOT NULL,
	"round" integer NOT NULL,
	"high" integer NOT NULL,
	"low" integer NOT NULL,
	"flag_count" integer NOT NULL,
	"weight" text NOT NULL,
	CONSTRAINT "violation_study_id_round_high_low_pk" PRIMARY KEY("study_id","round","high","low"),
	CONSTRAINT "violation_pair" CHECK ("violation"."high" <> "violation"."low")
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"study_id" text,
	"address" text NOT NULL,
	"events" text NOT NULL,
	"secret" text NOT NULL,
	"earlier_secret" text,
	"earlier_until" bigint,
	"seen_seq" bigint NOT NULL,
	"off" text,
	"failing_since" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "webhook_off" CHECK ("webhook"."off" in ('operator', 'failing')),
	CONSTRAINT "webhook_earlier" CHECK (("webhook"."earlier_secret" is null) = ("webhook"."earlier_until" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"kind" text NOT NULL,
	"number" bigint NOT NULL,
	"body" text NOT NULL,
	"created_at" bigint NOT NULL,
	"send_at" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" bigint,
	"status" integer,
	"failure" text,
	CONSTRAINT "webhook_delivery_kind" CHECK ("webhook_delivery"."kind" in ('round.opened', 'round.closed', 'pair.reported', 'outcomes.due', 'study.ended', 'backup.failed', 'webhook.test'))
);
--> statement-breakpoint
CREATE TABLE "witness_trouble" (
	"study_id" text NOT NULL,
	"witness" text NOT NULL,
	"problem" text NOT NULL,
	"since" bigint NOT NULL,
	"tried_at" bigint NOT NULL,
	"try_count" integer NOT NULL,
	CONSTRAINT "witness_trouble_study_id_witness_pk" PRIMARY KEY("study_id","witness")
);
--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annulment" ADD CONSTRAINT "annulment_report" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annulment" ADD CONSTRAINT "annulment_round" FOREIGN KEY ("study_id","voted_in") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballot" ADD CONSTRAINT "ballot_round" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballot" ADD CONSTRAINT "ballot_seat" FOREIGN KEY ("study_id","seat_id") REFERENCES "public"."seat"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoint" ADD CONSTRAINT "checkpoint_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cosignature" ADD CONSTRAINT "cosignature_checkpoint" FOREIGN KEY ("study_id","size") REFERENCES "public"."checkpoint"("study_id","size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_draw" FOREIGN KEY ("study_id","round") REFERENCES "public"."draw"("study_id","round") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_person" FOREIGN KEY ("study_id","round","position") REFERENCES "public"."round_person"("study_id","round","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw" ADD CONSTRAINT "draw_round" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor" ADD CONSTRAINT "factor_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guideline" ADD CONSTRAINT "guideline_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guideline" ADD CONSTRAINT "guideline_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_account_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_accepted_by_account_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_answer" ADD CONSTRAINT "kept_answer_token_id_access_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."access_token"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_totals" ADD CONSTRAINT "kept_totals_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_snapshot" ADD CONSTRAINT "learner_snapshot_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_update" ADD CONSTRAINT "learner_update_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_entry" ADD CONSTRAINT "log_entry_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tally" ADD CONSTRAINT "mail_tally_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_added_by_account_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objection" ADD CONSTRAINT "objection_person" FOREIGN KEY ("study_id","round","position") REFERENCES "public"."round_person"("study_id","round","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objection" ADD CONSTRAINT "objection_round" FOREIGN KEY ("study_id","asked_in") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objection_answer" ADD CONSTRAINT "objection_answer_objection" FOREIGN KEY ("study_id","received_seq") REFERENCES "public"."objection"("study_id","received_seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome" ADD CONSTRAINT "outcome_selected" FOREIGN KEY ("study_id","round","position","selected") REFERENCES "public"."decision"("study_id","round","position","selected") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "override" ADD CONSTRAINT "override_decision" FOREIGN KEY ("study_id","round","position","selected") REFERENCES "public"."decision"("study_id","round","position","selected") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import" ADD CONSTRAINT "people_import_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_import" FOREIGN KEY ("study_id","import_id") REFERENCES "public"."people_import"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_data" ADD CONSTRAINT "person_data_person" FOREIGN KEY ("study_id","person_id") REFERENCES "public"."person"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_link" ADD CONSTRAINT "personal_link_person" FOREIGN KEY ("study_id","round","position") REFERENCES "public"."round_person"("study_id","round","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remark" ADD CONSTRAINT "remark_round" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remark" ADD CONSTRAINT "remark_seat" FOREIGN KEY ("study_id","seat_id") REFERENCES "public"."seat"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_link" ADD CONSTRAINT "report_link_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_statement" ADD CONSTRAINT "report_statement_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round" ADD CONSTRAINT "round_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_person" ADD CONSTRAINT "round_person_round" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_person" ADD CONSTRAINT "round_person_person" FOREIGN KEY ("study_id","person_id") REFERENCES "public"."person"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_seat" ADD CONSTRAINT "round_seat_round" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_seat" ADD CONSTRAINT "round_seat_seat" FOREIGN KEY ("study_id","seat_id") REFERENCES "public"."seat"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_list" ADD CONSTRAINT "rule_list_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_verdict" ADD CONSTRAINT "saved_verdict_round" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_verdict" ADD CONSTRAINT "saved_verdict_seat" FOREIGN KEY ("study_id","seat_id") REFERENCES "public"."seat"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sealed_outcome" ADD CONSTRAINT "sealed_outcome_person" FOREIGN KEY ("study_id","person_id") REFERENCES "public"."person"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat" ADD CONSTRAINT "seat_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat" ADD CONSTRAINT "seat_filled_by_account_id_fk" FOREIGN KEY ("filled_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat" ADD CONSTRAINT "seat_membership" FOREIGN KEY ("study_id","account_id") REFERENCES "public"."membership"("study_id","account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_key" ADD CONSTRAINT "seat_key_seat" FOREIGN KEY ("study_id","seat_id") REFERENCES "public"."seat"("study_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study" ADD CONSTRAINT "study_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_setup" ADD CONSTRAINT "study_setup_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tree_tile" ADD CONSTRAINT "tree_tile_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation" ADD CONSTRAINT "violation_round" FOREIGN KEY ("study_id","round") REFERENCES "public"."round"("study_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "witness_trouble" ADD CONSTRAINT "witness_trouble_study_id_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_token_hash" ON "access_token" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "access_token_account" ON "access_token" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "access_token_study" ON "access_token" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "access_token_expiry" ON "access_token" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree ("email");--> statement-breakpoint
CREATE INDEX "account_role" ON "account" USING btree ("platform_role");--> statement-breakpoint
CREATE INDEX "account_made" ON "account" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "annulment_pending" ON "annulment" USING btree ("study_id","round","high","low") WHERE state in ('waiting', 'voting', 'annulled');--> statement-breakpoint
CREATE INDEX "annulment_voted_in" ON "annulment" USING btree ("study_id","voted_in");--> statement-breakpoint
CREATE UNIQUE INDEX "ballot_key" ON "ballot" USING btree ("study_id","round","seat_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ballot_seq" ON "ballot" USING btree ("study_id","seq");--> statement-breakpoint
CREATE INDEX "call_count_end" ON "call_count" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "device_token" ON "device" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "factor_account" ON "factor" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factor_credential" ON "factor" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_account" ON "identity" USING btree ("account_id","issuer");--> statement-breakpoint
CREATE INDEX "invitation_study" ON "invitation" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "invitation_account" ON "invitation" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "invitation_maker" ON "invitation" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "invitation_taker" ON "invitation" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "invitation_end" ON "invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invitation_to_mail" ON "invitation" USING btree ("study_id") WHERE mail_state = 'waiting';--> statement-breakpoint
CREATE INDEX "job_state" ON "job" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "kept_answer_begun" ON "kept_answer" USING btree ("begun_at");--> statement-breakpoint
CREATE UNIQUE INDEX "learner_update_from" ON "learner_update" USING btree ("study_id","from_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "learner_update_seq" ON "learner_update" USING btree ("study_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "log_entry_hash" ON "log_entry" USING btree ("study_id","hash");--> statement-breakpoint
CREATE INDEX "log_entry_round" ON "log_entry" USING btree ("study_id","round");--> statement-breakpoint
CREATE INDEX "log_entry_type" ON "log_entry" USING btree ("study_id","type","seq");--> statement-breakpoint
CREATE INDEX "membership_account" ON "membership" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "notification_account" ON "notification" USING btree ("account_id","send_at");--> statement-breakpoint
CREATE INDEX "notification_due" ON "notification" USING btree ("send_at") WHERE sent_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "objection_open" ON "objection" USING btree ("study_id","round","position") WHERE state <> 'answered';--> statement-breakpoint
CREATE INDEX "objection_asked_in" ON "objection" USING btree ("study_id","asked_in");--> statement-breakpoint
CREATE UNIQUE INDEX "outcome_key" ON "outcome" USING btree ("study_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "outcome_seq" ON "outcome" USING btree ("study_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "person_ordinal" ON "person" USING btree ("study_id","ordinal");--> statement-breakpoint
CREATE INDEX "person_waiting" ON "person" USING btree ("study_id","round_number","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "personal_link_token" ON "personal_link" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "report_link_token" ON "report_link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "round_unended" ON "round" USING btree ("state","study_id","number") WHERE state in ('open', 'closing');--> statement-breakpoint
CREATE INDEX "round_ended" ON "round" USING btree ("closed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "round_person_once" ON "round_person" USING btree ("study_id","round","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "round_seat_once" ON "round_seat" USING btree ("study_id","round","seat_id");--> statement-breakpoint
CREATE INDEX "rule_list_hash" ON "rule_list" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "seat_account" ON "seat" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seat_held_once" ON "seat" USING btree ("study_id","account_id") WHERE unseated_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_key_seq" ON "seat_key" USING btree ("study_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "security_event_hash" ON "security_event" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "security_event_account" ON "security_event" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "security_event_actor" ON "security_event" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "security_event_kind" ON "security_event" USING btree ("kind","seq");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_end" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "study_features_due" ON "study" USING btree ("features_due_at") WHERE features_due_at is not null;--> statement-breakpoint
CREATE INDEX "study_demo" ON "study" USING btree ("is_demo");--> statement-breakpoint
CREATE INDEX "study_lease" ON "study" USING btree ("lease_until") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "upload_owner" ON "upload" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "webhook_study" ON "webhook" USING btree ("study_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("webhook_id","kind","number");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("send_at") WHERE send_at is not null;