CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> 'security_event' THEN IF EXISTS (SELECT 1 FROM study WHERE id = OLD.study_id AND next_seq = 0) THEN RETURN OLD; END IF; END IF; RAISE EXCEPTION 'append-only: %', TG_TABLE_NAME; END $$;--> statement-breakpoint
CREATE TRIGGER log_entry_no_change BEFORE UPDATE OR DELETE ON log_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE log_entry ENABLE ALWAYS TRIGGER log_entry_no_change;--> statement-breakpoint
CREATE TRIGGER log_entry_no_truncate BEFORE TRUNCATE ON log_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE log_entry ENABLE ALWAYS TRIGGER log_entry_no_truncate;--> statement-breakpoint
CREATE TRIGGER tree_tile_no_change BEFORE UPDATE OR DELETE ON tree_tile FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE tree_tile ENABLE ALWAYS TRIGGER tree_tile_no_change;--> statement-breakpoint
CREATE TRIGGER tree_tile_no_truncate BEFORE TRUNCATE ON tree_tile FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE tree_tile ENABLE ALWAYS TRIGGER tree_tile_no_truncate;--> statement-breakpoint
CREATE TRIGGER checkpoint_no_change BEFORE UPDATE OR DELETE ON checkpoint FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE checkpoint ENABLE ALWAYS TRIGGER checkpoint_no_change;--> statement-breakpoint
CREATE TRIGGER checkpoint_no_truncate BEFORE TRUNCATE ON checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE checkpoint ENABLE ALWAYS TRIGGER checkpoint_no_truncate;--> statement-breakpoint
CREATE TRIGGER cosignature_no_change BEFORE UPDATE OR DELETE ON cosignature FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE cosignature ENABLE ALWAYS TRIGGER cosignature_no_change;--> statement-breakpoint
CREATE TRIGGER cosignature_no_truncate BEFORE TRUNCATE ON cosignature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE cosignature ENABLE ALWAYS TRIGGER cosignature_no_truncate;--> statement-breakpoint
CREATE TRIGGER seat_key_no_change BEFORE UPDATE OR DELETE ON seat_key FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE seat_key ENABLE ALWAYS TRIGGER seat_key_no_change;--> statement-breakpoint
CREATE TRIGGER seat_key_no_truncate BEFORE TRUNCATE ON seat_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE seat_key ENABLE ALWAYS TRIGGER seat_key_no_truncate;--> statement-breakpoint
CREATE TRIGGER ballot_no_change BEFORE UPDATE OR DELETE ON ballot FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE ballot ENABLE ALWAYS TRIGGER ballot_no_change;--> statement-breakpoint
CREATE TRIGGER ballot_no_truncate BEFORE TRUNCATE ON ballot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE ballot ENABLE ALWAYS TRIGGER ballot_no_truncate;--> statement-breakpoint
CREATE TRIGGER violation_no_change BEFORE UPDATE OR DELETE ON violation FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE violation ENABLE ALWAYS TRIGGER violation_no_change;--> statement-breakpoint
CREATE TRIGGER violation_no_truncate BEFORE TRUNCATE ON violation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE violation ENABLE ALWAYS TRIGGER violation_no_truncate;--> statement-breakpoint
CREATE TRIGGER draw_no_change BEFORE UPDATE OR DELETE ON draw FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE draw ENABLE ALWAYS TRIGGER draw_no_change;--> statement-breakpoint
CREATE TRIGGER draw_no_truncate BEFORE TRUNCATE ON draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE draw ENABLE ALWAYS TRIGGER draw_no_truncate;--> statement-breakpoint
CREATE TRIGGER decision_no_change BEFORE UPDATE OR DELETE ON decision FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE decision ENABLE ALWAYS TRIGGER decision_no_change;--> statement-breakpoint
CREATE TRIGGER decision_no_truncate BEFORE TRUNCATE ON decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE decision ENABLE ALWAYS TRIGGER decision_no_truncate;--> statement-breakpoint
CREATE TRIGGER outcome_no_change BEFORE UPDATE OR DELETE ON outcome FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE outcome ENABLE ALWAYS TRIGGER outcome_no_change;--> statement-breakpoint
CREATE TRIGGER outcome_no_truncate BEFORE TRUNCATE ON outcome FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE outcome ENABLE ALWAYS TRIGGER outcome_no_truncate;--> statement-breakpoint
CREATE TRIGGER override_no_change BEFORE UPDATE OR DELETE ON override FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE override ENABLE ALWAYS TRIGGER override_no_change;--> statement-breakpoint
CREATE TRIGGER override_no_truncate BEFORE TRUNCATE ON override FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE override ENABLE ALWAYS TRIGGER override_no_truncate;--> statement-breakpoint
CREATE TRIGGER learner_update_no_change BEFORE UPDATE OR DELETE ON learner_update FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE learner_update ENABLE ALWAYS TRIGGER learner_update_no_change;--> statement-breakpoint
CREATE TRIGGER learner_update_no_truncate BEFORE TRUNCATE ON learner_update FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE learner_update ENABLE ALWAYS TRIGGER learner_update_no_truncate;--> statement-breakpoint
CREATE TRIGGER security_event_no_change BEFORE UPDATE OR DELETE ON security_event FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE security_event ENABLE ALWAYS TRIGGER security_event_no_change;--> statement-breakpoint
CREATE TRIGGER security_event_no_truncate BEFORE TRUNCATE ON security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE security_event ENABLE ALWAYS TRIGGER security_event_no_truncate;
