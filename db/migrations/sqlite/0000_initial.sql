CREATE TABLE `access_token` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`name` text NOT NULL,
	`study_id` text,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "access_token_scope" CHECK("access_token"."scope" in ('read', 'read features', 'read outcomes', 'read features outcomes', 'read operate', 'read features operate', 'read outcomes operate', 'read features outcomes operate', 'read drafts', 'read features drafts', 'read outcomes drafts', 'read features outcomes drafts', 'read operate drafts', 'read features operate drafts', 'read outcomes operate drafts', 'read features outcomes operate drafts', 'read members', 'read features members', 'read outcomes members', 'read features outcomes members', 'read operate members', 'read features operate members', 'read outcomes operate members', 'read features outcomes operate members', 'read drafts members', 'read features drafts members', 'read outcomes drafts members', 'read features outcomes drafts members', 'read operate drafts members', 'read features operate drafts members', 'read outcomes operate drafts members', 'read features outcomes operate drafts members')),
	CONSTRAINT "access_token_life" CHECK("access_token"."expires_at" > "access_token"."created_at")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_token_hash` ON `access_token` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_token_account` ON `access_token` (`account_id`);--> statement-breakpoint
CREATE INDEX `access_token_study` ON `access_token` (`study_id`);--> statement-breakpoint
CREATE INDEX `access_token_expiry` ON `access_token` (`expires_at`);--> statement-breakpoint
CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`display_name` text NOT NULL,
	`password_hash` text NOT NULL,
	`platform_role` text NOT NULL,
	`created_at` integer NOT NULL,
	`suspended_at` integer,
	`deleted_at` integer,
	`factors_taken_at` integer,
	`factors_taken_by` text,
	`judging_keys` text,
	`notifications` text,
	`language` text,
	CONSTRAINT "account_language" CHECK("account"."language" in ('en', 'de', 'es')),
	CONSTRAINT "account_platform_role" CHECK("account"."platform_role" in ('administrator', 'operator', 'member')),
	CONSTRAINT "account_email_form" CHECK("account"."email" = lower("account"."email") and length("account"."email") between 3 and 254)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_email` ON `account` (`email`);--> statement-breakpoint
CREATE INDEX `account_role` ON `account` (`platform_role`);--> statement-breakpoint
CREATE INDEX `account_made` ON `account` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `annulment` (
	`study_id` text NOT NULL,
	`proposed_seq` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`round` integer NOT NULL,
	`high` integer NOT NULL,
	`low` integer NOT NULL,
	`reason` text NOT NULL,
	`seat_id` text,
	`state` text NOT NULL,
	`voted_in` integer,
	`vote_count` integer,
	PRIMARY KEY(`study_id`, `proposed_seq`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`voted_in`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "annulment_reason" CHECK("annulment"."reason" in ('given-by-mistake', 'wrong-data', 'guidelines-changed', 'other')),
	CONSTRAINT "annulment_state" CHECK("annulment"."state" in ('waiting', 'voting', 'annulled', 'kept', 'withdrawn')),
	CONSTRAINT "annulment_decided" CHECK(("annulment"."state" in ('annulled', 'kept')) = ("annulment"."vote_count" is not null)),
	CONSTRAINT "annulment_put" CHECK(("annulment"."state" in ('voting', 'annulled', 'kept')) = ("annulment"."voted_in" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `annulment_pending` ON `annulment` (`study_id`,`round`,`high`,`low`) WHERE state in ('waiting', 'voting', 'annulled');--> statement-breakpoint
CREATE INDEX `annulment_voted_in` ON `annulment` (`study_id`,`voted_in`);--> statement-breakpoint
CREATE TABLE `attempt` (
	`bucket` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`since` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ballot` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`seat_id` text NOT NULL,
	`version` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`verdicts` text NOT NULL,
	`votes` text,
	`salt` text NOT NULL,
	`nonce` text NOT NULL,
	`shown` text NOT NULL,
	`commitment` text NOT NULL,
	`key` text NOT NULL,
	`signature` text NOT NULL,
	`seq` integer NOT NULL,
	`sealed_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `seat_id`, `version`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`seat_id`) REFERENCES `seat`(`study_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ballot_version" CHECK("ballot"."version" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ballot_key` ON `ballot` (`study_id`,`round`,`seat_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `ballot_seq` ON `ballot` (`study_id`,`seq`);--> statement-breakpoint
CREATE TABLE `call_count` (
	`subject` text NOT NULL,
	`budget` text NOT NULL,
	`ends_at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`subject`, `budget`, `ends_at`),
	CONSTRAINT "call_count_positive" CHECK("call_count"."count" >= 1)
);
--> statement-breakpoint
CREATE INDEX `call_count_end` ON `call_count` (`ends_at`);--> statement-breakpoint
CREATE TABLE `checkpoint` (
	`study_id` text NOT NULL,
	`size` integer NOT NULL,
	`root` text NOT NULL,
	`note` text NOT NULL,
	`signed_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `size`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `cosignature` (
	`study_id` text NOT NULL,
	`size` integer NOT NULL,
	`witness` text NOT NULL,
	`line` text NOT NULL,
	`witnessed_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `size`, `witness`),
	FOREIGN KEY (`study_id`,`size`) REFERENCES `checkpoint`(`study_id`,`size`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `decision` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`selected` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `position`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `draw`(`study_id`,`round`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`round`,`position`) REFERENCES `round_person`(`study_id`,`round`,`position`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "decision_selected_word" CHECK("decision"."selected" in (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decision_selected` ON `decision` (`study_id`,`round`,`position`,`selected`);--> statement-breakpoint
CREATE TABLE `device` (
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `token_hash`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `device_token` ON `device` (`token_hash`);--> statement-breakpoint
CREATE TABLE `draw` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`u` text NOT NULL,
	`hypothesis` integer,
	`drawn_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `factor` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`credential_id` text,
	`public_key` blob,
	`counter` integer NOT NULL,
	`secret` text,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "factor_whole" CHECK(("factor"."kind" = 'passkey' and "factor"."credential_id" is not null and "factor"."public_key" is not null and "factor"."secret" is null) or ("factor"."kind" = 'authenticator' and "factor"."secret" is not null and "factor"."credential_id" is null and "factor"."public_key" is null))
);
--> statement-breakpoint
CREATE INDEX `factor_account` ON `factor` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `factor_credential` ON `factor` (`credential_id`);--> statement-breakpoint
CREATE TABLE `guideline` (
	`study_id` text NOT NULL,
	`version` integer NOT NULL,
	`purpose` text NOT NULL,
	`body` text NOT NULL,
	`hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `version`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `identity` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`access_ended_at` integer,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_account` ON `identity` (`account_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `invitation` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`role` text,
	`study_id` text,
	`account_id` text,
	`email` text,
	`attributes` text DEFAULT '[]' NOT NULL,
	`is_mailed` integer NOT NULL,
	`mail_state` text,
	`invited_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	`revoked_at` integer,
	`noticed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accepted_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invitation_mail_state" CHECK("invitation"."mail_state" in ('waiting', 'failed')),
	CONSTRAINT "invitation_whole" CHECK(("invitation"."purpose" = 'join' and "invitation"."role" is not null) or ("invitation"."purpose" <> 'join' and "invitation"."account_id" is not null))
);
--> statement-breakpoint
CREATE INDEX `invitation_study` ON `invitation` (`study_id`);--> statement-breakpoint
CREATE INDEX `invitation_account` ON `invitation` (`account_id`);--> statement-breakpoint
CREATE INDEX `invitation_maker` ON `invitation` (`invited_by`);--> statement-breakpoint
CREATE INDEX `invitation_taker` ON `invitation` (`accepted_by`);--> statement-breakpoint
CREATE INDEX `invitation_end` ON `invitation` (`expires_at`);--> statement-breakpoint
CREATE INDEX `invitation_to_mail` ON `invitation` (`study_id`) WHERE mail_state = 'waiting';--> statement-breakpoint
CREATE TABLE `job` (
	`study_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`params` text,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`result` text,
	`error` text,
	`lease_until` integer,
	`fence` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `id`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_state_word" CHECK("job"."state" in ('waiting', 'running', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `job_state` ON `job` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `kept_answer` (
	`token_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`begun_at` integer NOT NULL,
	`status` integer,
	`body` text,
	PRIMARY KEY(`token_id`, `key`),
	FOREIGN KEY (`token_id`) REFERENCES `access_token`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "kept_answer_whole" CHECK(("kept_answer"."status" is null) = ("kept_answer"."body" is null))
);
--> statement-breakpoint
CREATE INDEX `kept_answer_begun` ON `kept_answer` (`begun_at`);--> statement-breakpoint
CREATE TABLE `kept_totals` (
	`study_id` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` blob NOT NULL,
	`kept_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `hash`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `learner_snapshot` (
	`study_id` text NOT NULL,
	`applied_seq` integer NOT NULL,
	`state` blob NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `applied_seq`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `learner_update` (
	`study_id` text NOT NULL,
	`applied_seq` integer NOT NULL,
	`from_seq` integer NOT NULL,
	`seq` integer NOT NULL,
	`fence` integer NOT NULL,
	`state_hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `applied_seq`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `learner_update_from` ON `learner_update` (`study_id`,`from_seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `learner_update_seq` ON `learner_update` (`study_id`,`seq`);--> statement-breakpoint
CREATE TABLE `log_entry` (
	`study_id` text NOT NULL,
	`seq` integer NOT NULL,
	`type` text NOT NULL,
	`at` integer NOT NULL,
	`round` integer,
	`entry` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`study_id`, `seq`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `log_entry_hash` ON `log_entry` (`study_id`,`hash`);--> statement-breakpoint
CREATE INDEX `log_entry_round` ON `log_entry` (`study_id`,`round`);--> statement-breakpoint
CREATE INDEX `log_entry_type` ON `log_entry` (`study_id`,`type`,`seq`);--> statement-breakpoint
CREATE TABLE `mail_tally` (
	`account_id` text NOT NULL,
	`hour` integer NOT NULL,
	`sent` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hour`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `membership` (
	`study_id` text NOT NULL,
	`account_id` text NOT NULL,
	`role` text NOT NULL,
	`way_in` text NOT NULL,
	`added_by` text,
	`key` text,
	`attributes` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`study_id`, `account_id`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "membership_role" CHECK("membership"."role" in ('operator', 'auditor', 'researcher', 'observer')),
	CONSTRAINT "membership_way_in" CHECK("membership"."way_in" in ('account', 'link-copied', 'link-mailed'))
);
--> statement-breakpoint
CREATE INDEX `membership_account` ON `membership` (`account_id`);--> statement-breakpoint
CREATE TABLE `notification` (
	`study_id` text NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`deadline_at` integer DEFAULT 0 NOT NULL,
	`send_at` integer NOT NULL,
	`sent_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`study_id`, `account_id`, `kind`, `number`, `deadline_at`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notification_kind" CHECK("notification"."kind" in ('round-opened', 'due-tomorrow', 'round-closed', 'lot-drawn', 'all-sealed', 'closed-automatically', 'outcomes-due', 'features-due', 'webhook-off', 'backup-failed'))
);
--> statement-breakpoint
CREATE INDEX `notification_account` ON `notification` (`account_id`,`send_at`);--> statement-breakpoint
CREATE INDEX `notification_due` ON `notification` (`send_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE TABLE `objection` (
	`study_id` text NOT NULL,
	`received_seq` integer NOT NULL,
	`received_at` integer NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`by` text NOT NULL,
	`digest_key` text,
	`text` text,
	`question` text,
	`state` text NOT NULL,
	`asked_in` integer,
	`yes` integer,
	`no` integer,
	`unsure` integer,
	PRIMARY KEY(`study_id`, `received_seq`),
	FOREIGN KEY (`study_id`,`round`,`position`) REFERENCES `round_person`(`study_id`,`round`,`position`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`asked_in`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "objection_by" CHECK("objection"."by" in ('person', 'operator')),
	CONSTRAINT "objection_state" CHECK("objection"."state" in ('received', 'forwarded', 'asked', 'answered')),
	CONSTRAINT "objection_asked" CHECK(("objection"."state" in ('asked', 'answered')) = ("objection"."asked_in" is not null)),
	CONSTRAINT "objection_answered" CHECK(("objection"."state" = 'answered') = ("objection"."yes" is not null and "objection"."no" is not null and "objection"."unsure" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `objection_open` ON `objection` (`study_id`,`round`,`position`) WHERE state <> 'answered';--> statement-breakpoint
CREATE INDEX `objection_asked_in` ON `objection` (`study_id`,`asked_in`);--> statement-breakpoint
CREATE TABLE `objection_answer` (
	`study_id` text NOT NULL,
	`received_seq` integer NOT NULL,
	`seat_id` text NOT NULL,
	`answer` text NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `received_seq`, `seat_id`),
	FOREIGN KEY (`study_id`,`received_seq`) REFERENCES `objection`(`study_id`,`received_seq`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "objection_answer_word" CHECK("objection_answer"."answer" in ('yes', 'no', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE `organisation_text` (
	`field` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`saved_at` integer NOT NULL,
	CONSTRAINT "organisation_text_field" CHECK("organisation_text"."field" in ('name', 'contact', 'logo', 'imprint', 'privacy', 'accessibility'))
);
--> statement-breakpoint
CREATE TABLE `outcome` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`version` integer NOT NULL,
	`selected` integer NOT NULL,
	`value` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`seq` integer NOT NULL,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `position`, `version`),
	FOREIGN KEY (`study_id`,`round`,`position`,`selected`) REFERENCES `decision`(`study_id`,`round`,`position`,`selected`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outcome_selected_yes" CHECK("outcome"."selected" = 1),
	CONSTRAINT "outcome_value" CHECK("outcome"."value" in ('yes', 'no', 'lost')),
	CONSTRAINT "outcome_version" CHECK("outcome"."version" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outcome_key` ON `outcome` (`study_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `outcome_seq` ON `outcome` (`study_id`,`seq`);--> statement-breakpoint
CREATE TABLE `override` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`selected` integer NOT NULL,
	`reason` text NOT NULL,
	`decided_by` text NOT NULL,
	`seq` integer NOT NULL,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `position`),
	FOREIGN KEY (`study_id`,`round`,`position`,`selected`) REFERENCES `decision`(`study_id`,`round`,`position`,`selected`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "override_reason" CHECK("override"."reason" in ('legal-duty', 'safety', 'new-information', 'wrong-data', 'other'))
);
--> statement-breakpoint
CREATE TABLE `people_import` (
	`study_id` text NOT NULL,
	`id` text NOT NULL,
	`file_hash` text NOT NULL,
	`first_ordinal` integer NOT NULL,
	`row_count` integer NOT NULL,
	`started_at` integer NOT NULL,
	`seq` integer,
	PRIMARY KEY(`study_id`, `id`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `person` (
	`study_id` text NOT NULL,
	`id` text NOT NULL,
	`import_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`digest` text NOT NULL,
	`round_number` integer,
	`erased_at` integer,
	PRIMARY KEY(`study_id`, `id`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`import_id`) REFERENCES `people_import`(`study_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `person_ordinal` ON `person` (`study_id`,`ordinal`);--> statement-breakpoint
CREATE INDEX `person_waiting` ON `person` (`study_id`,`round_number`,`ordinal`);--> statement-breakpoint
CREATE TABLE `person_data` (
	`study_id` text NOT NULL,
	`person_id` text NOT NULL,
	`digest_key` text NOT NULL,
	`features` text NOT NULL,
	`groups` text NOT NULL,
	`identifiers` text NOT NULL,
	PRIMARY KEY(`study_id`, `person_id`),
	FOREIGN KEY (`study_id`,`person_id`) REFERENCES `person`(`study_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `personal_link` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`token_hash` text NOT NULL,
	`contact` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `position`),
	FOREIGN KEY (`study_id`,`round`,`position`) REFERENCES `round_person`(`study_id`,`round`,`position`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `personal_link_token` ON `personal_link` (`token_hash`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`account_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`account_id`, `code_hash`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `remark` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`seat_id` text NOT NULL,
	`high` integer NOT NULL,
	`low` integer NOT NULL,
	`note` text NOT NULL,
	`reasons` text NOT NULL,
	`again` text,
	`saved_at` integer NOT NULL,
	`is_hidden` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `seat_id`, `high`, `low`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`seat_id`) REFERENCES `seat`(`study_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "remark_again" CHECK("remark"."again" is null or "remark"."again" in ('unfair', 'acceptable', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE `report_link` (
	`study_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`made_at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_link_token` ON `report_link` (`token_hash`);--> statement-breakpoint
CREATE TABLE `report_statement` (
	`study_id` text NOT NULL,
	`field` text NOT NULL,
	`text` text NOT NULL,
	`stated_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `field`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `round` (
	`study_id` text NOT NULL,
	`number` integer NOT NULL,
	`t` integer NOT NULL,
	`state` text NOT NULL,
	`opened_seq` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`opened_hash` text NOT NULL,
	`inputs_hash` text NOT NULL,
	`applied_seq` integer NOT NULL,
	`noise_seed` text NOT NULL,
	`eta` text,
	`fairness_weight` text,
	`guard` text,
	`pair_count` integer NOT NULL,
	`docket` text,
	`tolerance_pairs` text,
	`seat_count` integer NOT NULL,
	`panel_chosen` text NOT NULL,
	`needed_flags` integer,
	`decision_rule` text,
	`guideline_version` integer NOT NULL,
	`deadline_at` integer,
	`closing` text NOT NULL,
	`chosen` text NOT NULL,
	`beacon_round` integer,
	`beacon_signature` text,
	`beacon_trouble` text,
	`closing_seq` integer,
	`closing_at` integer,
	`closing_hash` text,
	`closed_seq` integer,
	`closed_at` integer,
	`closed_hash` text,
	`close_reason` text,
	PRIMARY KEY(`study_id`, `number`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "round_closing" CHECK("round"."closing" in ('no-pairs', 'deadline', 'from-deadline', 'by-hand')),
	CONSTRAINT "round_chosen" CHECK("round"."chosen" in ('in-order', 'by-operator', 'by-lot')),
	CONSTRAINT "round_state" CHECK("round"."state" in ('open', 'closing', 'closed', 'cancelled')),
	CONSTRAINT "round_closed" CHECK(("round"."state" in ('open', 'closing')) = ("round"."closed_seq" is null)),
	CONSTRAINT "round_frozen" CHECK("round"."state" <> 'closing' or "round"."closing_seq" is not null)
);
--> statement-breakpoint
CREATE INDEX `round_unended` ON `round` (`state`,`study_id`,`number`) WHERE state in ('open', 'closing');--> statement-breakpoint
CREATE INDEX `round_ended` ON `round` (`closed_at`);--> statement-breakpoint
CREATE TABLE `round_person` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`person_id` text NOT NULL,
	`chance` text NOT NULL,
	`digest` text NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `position`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`person_id`) REFERENCES `person`(`study_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `round_person_once` ON `round_person` (`study_id`,`round`,`person_id`);--> statement-breakpoint
CREATE TABLE `round_seat` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`place` integer NOT NULL,
	`seat_id` text NOT NULL,
	`hidden_at` integer,
	`hidden_version` integer,
	PRIMARY KEY(`study_id`, `round`, `place`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`seat_id`) REFERENCES `seat`(`study_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "round_seat_hidden" CHECK(("round_seat"."hidden_at" is null) = ("round_seat"."hidden_version" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `round_seat_once` ON `round_seat` (`study_id`,`round`,`seat_id`);--> statement-breakpoint
CREATE TABLE `rule_list` (
	`study_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`size` integer NOT NULL,
	`packed` blob NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `rule_list_hash` ON `rule_list` (`hash`);--> statement-breakpoint
CREATE TABLE `run` (
	`study_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`about` text NOT NULL,
	`plan` text NOT NULL,
	`figures` text,
	`result` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	PRIMARY KEY(`study_id`, `id`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "run_result" CHECK(("run"."result" is null) = ("run"."figures" is null))
);
--> statement-breakpoint
CREATE TABLE `saved_verdict` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`seat_id` text NOT NULL,
	`high` integer NOT NULL,
	`low` integer NOT NULL,
	`word` text NOT NULL,
	`tolerance` integer,
	`saved_at` integer NOT NULL,
	`is_hidden` integer NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `seat_id`, `high`, `low`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`seat_id`) REFERENCES `seat`(`study_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "saved_verdict_word" CHECK("saved_verdict"."word" in ('unfair', 'acceptable', 'unsure')),
	CONSTRAINT "saved_verdict_tolerance" CHECK("saved_verdict"."tolerance" is null or ("saved_verdict"."tolerance" between 0 and 100 and "saved_verdict"."word" <> 'unsure'))
);
--> statement-breakpoint
CREATE TABLE `sealed_outcome` (
	`study_id` text NOT NULL,
	`person_id` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`study_id`, `person_id`),
	FOREIGN KEY (`study_id`,`person_id`) REFERENCES `person`(`study_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sealed_outcome_value" CHECK("sealed_outcome"."value" in ('yes', 'no'))
);
--> statement-breakpoint
CREATE TABLE `seat` (
	`study_id` text NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`replaces_seat_id` text,
	`way_in` text NOT NULL,
	`filled_by` text,
	`seated_at` integer NOT NULL,
	`unseated_at` integer,
	`rest_reason` text,
	PRIMARY KEY(`study_id`, `id`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`filled_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`,`account_id`) REFERENCES `membership`(`study_id`,`account_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seat_way_in" CHECK("seat"."way_in" in ('account', 'link-copied', 'link-mailed')),
	CONSTRAINT "seat_rest_reason" CHECK("seat"."rest_reason" in ('on-leave', 'unavailable', 'own-request'))
);
--> statement-breakpoint
CREATE INDEX `seat_account` ON `seat` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `seat_held_once` ON `seat` (`study_id`,`account_id`) WHERE unseated_at is null;--> statement-breakpoint
CREATE TABLE `seat_key` (
	`study_id` text NOT NULL,
	`seat_id` text NOT NULL,
	`key` text NOT NULL,
	`is_proven` integer NOT NULL,
	`signed_by` text,
	`seq` integer NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `key`, `is_proven`),
	FOREIGN KEY (`study_id`,`seat_id`) REFERENCES `seat`(`study_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seat_key_seq` ON `seat_key` (`study_id`,`seq`);--> statement-breakpoint
CREATE TABLE `security_event` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`account_id` text,
	`study_id` text,
	`entry` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `security_event_hash` ON `security_event` (`hash`);--> statement-breakpoint
CREATE INDEX `security_event_account` ON `security_event` (`account_id`,`seq`);--> statement-breakpoint
CREATE INDEX `security_event_actor` ON `security_event` (`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `security_event_kind` ON `security_event` (`kind`,`seq`);--> statement-breakpoint
CREATE TABLE `security_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "security_head_single" CHECK("security_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `session` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`revoked_at` integer,
	`user_agent` text NOT NULL,
	`factor_at` integer,
	`confirmed_at` integer NOT NULL,
	`pending` text,
	`issuer` text,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_account` ON `session` (`account_id`);--> statement-breakpoint
CREATE INDEX `session_end` ON `session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `study` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`is_demo` integer NOT NULL,
	`required_issuer` text,
	`language` text DEFAULT 'en' NOT NULL,
	`settings_hash` text,
	`next_seq` integer NOT NULL,
	`head_hash` text NOT NULL,
	`head_at` integer NOT NULL,
	`round_count` integer NOT NULL,
	`skipped_links` integer NOT NULL,
	`restored_origin` text,
	`restored_seq` integer,
	`lottery_seq` integer,
	`applied_seq` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`fence` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`retention_days` integer,
	`features_due_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "study_state" CHECK("study"."state" in ('draft', 'ready', 'running', 'ended')),
	CONSTRAINT "study_language" CHECK("study"."language" in ('en', 'de', 'es')),
	CONSTRAINT "study_settings" CHECK("study"."state" = 'draft' or "study"."settings_hash" is not null)
);
--> statement-breakpoint
CREATE INDEX `study_features_due` ON `study` (`features_due_at`) WHERE features_due_at is not null;--> statement-breakpoint
CREATE INDEX `study_demo` ON `study` (`is_demo`);--> statement-breakpoint
CREATE INDEX `study_lease` ON `study` (`lease_until`) WHERE lease_until is not null;--> statement-breakpoint
CREATE TABLE `study_setup` (
	`study_id` text PRIMARY KEY NOT NULL,
	`draft` text NOT NULL,
	`settings` text,
	`labels` text,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `tree_tile` (
	`study_id` text NOT NULL,
	`level` integer NOT NULL,
	`number` integer NOT NULL,
	`root` text NOT NULL,
	PRIMARY KEY(`study_id`, `level`, `number`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `upload` (
	`study_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`hash` text NOT NULL,
	`packed` blob NOT NULL,
	`reading` text NOT NULL,
	`choices` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `id`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "upload_kind_word" CHECK("upload"."kind" in ('people', 'past-records', 'further-people', 'outcomes')),
	CONSTRAINT "upload_choices" CHECK(("upload"."kind" = 'people') = ("upload"."choices" is null))
);
--> statement-breakpoint
CREATE INDEX `upload_owner` ON `upload` (`created_by`);--> statement-breakpoint
CREATE UNIQUE INDEX `upload_kind` ON `upload` (`study_id`,`kind`);--> statement-breakpoint
CREATE TABLE `upload_turn` (
	`account_id` text NOT NULL,
	`place` integer NOT NULL,
	`id` text NOT NULL,
	`lease_until` integer NOT NULL,
	PRIMARY KEY(`account_id`, `place`),
	CONSTRAINT "upload_turn_place" CHECK("upload_turn"."place" >= 0)
);
--> statement-breakpoint
CREATE TABLE `violation` (
	`study_id` text NOT NULL,
	`round` integer NOT NULL,
	`high` integer NOT NULL,
	`low` integer NOT NULL,
	`flag_count` integer NOT NULL,
	`weight` text NOT NULL,
	PRIMARY KEY(`study_id`, `round`, `high`, `low`),
	FOREIGN KEY (`study_id`,`round`) REFERENCES `round`(`study_id`,`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "violation_pair" CHECK("violation"."high" <> "violation"."low")
);
--> statement-breakpoint
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text,
	`address` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`earlier_secret` text,
	`earlier_until` integer,
	`seen_seq` integer NOT NULL,
	`off` text,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_off" CHECK("webhook"."off" in ('operator', 'failing')),
	CONSTRAINT "webhook_earlier" CHECK(("webhook"."earlier_secret" is null) = ("webhook"."earlier_until" is null))
);
--> statement-breakpoint
CREATE INDEX `webhook_study` ON `webhook` (`study_id`);--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`send_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer,
	`status` integer,
	`failure` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_delivery_kind" CHECK("webhook_delivery"."kind" in ('round.opened', 'round.closed', 'pair.reported', 'outcomes.due', 'study.ended', 'backup.failed', 'webhook.test'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_delivery_once` ON `webhook_delivery` (`webhook_id`,`kind`,`number`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_due` ON `webhook_delivery` (`send_at`) WHERE send_at is not null;--> statement-breakpoint
CREATE TABLE `witness_trouble` (
	`study_id` text NOT NULL,
	`witness` text NOT NULL,
	`problem` text NOT NULL,
	`since` integer NOT NULL,
	`tried_at` integer NOT NULL,
	`try_count` integer NOT NULL,
	PRIMARY KEY(`study_id`, `witness`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
);
