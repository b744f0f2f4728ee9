import { describe, expect, it } from "vitest";
import { isStoreError } from "#db/store/store-error.ts";
import { describeEngines } from "../setup/engines.ts";
import { fillEveryTable } from "./fill.ts";
import { camel, insertRaw } from "./raw-rows.ts";
import { type Row, rowsAtInitial } from "./rows-at-initial.ts";

/** Returns whether an error is the refusal of a second row by the unique index or primary key of this name. */
function violates(error: unknown, constraint: string): boolean {
  return isStoreError(error) && error.rule === "unique" && error.constraint === constraint;
}

describeEngines("what the database refuses", async (openStore) => {
  const store = await openStore();
  await fillEveryTable(store);

  /** Inserts a table's known row with some cells changed, through the store. @returns the refusal */
  async function refusalOf(table: string, change: Row): Promise<unknown> {
    const row = { ...new Map(rowsAtInitial).get(table), ...change };
    const values = Object.fromEntries(Object.entries(row).map(([name, cell]) => [camel(name), cell]));
    return store
      .tx(async (tx) => {
        const tables: Record<string, Parameters<typeof tx.q.insert>[0]> = tx.t;
        const target = tables[camel(table)];
        if (target === undefined) throw new Error(`no table ${table}`);
        await tx.q.insert(target).values(values as never);
      })
      .then(
        () => "no refusal",
        (error: unknown) => error,
      );
  }

  const duplicates: [table: string, change: Row, name: string][] = [
    ["account", { email: "b@example.org" }, "account_pk"],
    ["account", { id: "account-2" }, "account_email"],
    ["factor", { id: "factor-2" }, "factor_credential"],
    ["device", {}, "device_pk"],
    ["recovery_code", {}, "recovery_code_pk"],
    ["access_token", { id: "token-2" }, "access_token_hash"],
    ["webhook_delivery", { id: "event-2" }, "webhook_delivery_once"],
    ["kept_answer", { status: null, body: null }, "kept_answer_pk"],
    ["membership", { role: "researcher" }, "membership_pk"],
    ["upload", { id: "upload-2" }, "upload_kind"],
    ["person", { id: "p2" }, "person_ordinal"],
    ["round_person", { position: 2 }, "round_person_once"],
    ["round_seat", { place: 2 }, "round_seat_once"],
    ["seat_key", { seq: 99 }, "seat_key_pk"],
    ["seat_key", { key: "another" }, "seat_key_seq"],
    ["ballot", { version: 2, seq: 99 }, "ballot_key"],
    ["ballot", { version: 2, idempotency_key: "b2" }, "ballot_seq"],
    ["ballot", { idempotency_key: "b2", seq: 99 }, "ballot_pk"],
    ["draw", {}, "draw_pk"],
    ["outcome", { version: 2, seq: 99 }, "outcome_key"],
    ["log_entry", { seq: 2 }, "log_entry_hash"],
    ["log_entry", { hash: "other" }, "log_entry_pk"],
    ["tree_tile", { root: "other" }, "tree_tile_pk"],
    ["checkpoint", { root: "other" }, "checkpoint_pk"],
    ["cosignature", { line: "other" }, "cosignature_pk"],
    ["witness_trouble", { problem: "other" }, "witness_trouble_pk"],
    ["learner_update", { applied_seq: 9, seq: 99 }, "learner_update_from"],
  ];
  it.each(duplicates)("a second row in %s (%o) is recognised as %s", async (table, change, name) => {
    const error = await refusalOf(table, change);
    expect(isStoreError(error) && [error.code, error.rule, error.constraint]).toEqual([
      "constraint",
      "unique",
      name,
    ]);
    expect(violates(error, name)).toBe(true);
    expect(violates(error, "something_else")).toBe(false);
  });

  it("one account has one role in a study: the second is refused by the primary key", async () => {
    for (const role of ["operator", "researcher"]) {
      expect(violates(await refusalOf("membership", { role }), "membership_pk")).toBe(true);
    }
  });

  it("an account holds only one seat of a study at a time", async () => {
    const held = { unseated_at: null };
    expect(await refusalOf("seat", { id: "s2", ...held })).toBe("no refusal");
    expect(violates(await refusalOf("seat", { id: "s3", ...held }), "seat_held_once")).toBe(true);
  });

  describe("an outcome", () => {
    const next = { version: 2, seq: 50, idempotency_key: "o2" };

    it("of a rejected person is refused by the foreign key", async () => {
      expect(await refusalOf("round", { number: 4 })).toBe("no refusal");
      expect(await refusalOf("round_person", { position: 5, person_id: "person-1", round: 4 })).toBe(
        "no refusal",
      );
      expect(await refusalOf("draw", { round: 4 })).toBe("no refusal");
      expect(await refusalOf("decision", { round: 4, position: 5, selected: 0 })).toBe("no refusal");
      const rejected = { ...next, round: 4, position: 5 };
      expect(await refusalOf("outcome", rejected)).toMatchObject({ code: "constraint", rule: "foreign-key" });
      const claimed = { ...rejected, selected: 0 };
      expect(await refusalOf("outcome", claimed)).toMatchObject({
        rule: "check",
        constraint: "outcome_selected_yes",
      });
    });

    it("of a person without a decision is refused by the foreign key", async () => {
      expect(await refusalOf("outcome", { ...next, position: 3 })).toMatchObject({ rule: "foreign-key" });
    });

    it("is corrected by a further version", async () => {
      expect(await refusalOf("outcome", { ...next, value: "no" })).toBe("no refusal");
    });
  });

  it("choices are stored with a file, except those on a draft's people", async () => {
    const people = { id: "upload-2", kind: "people" };
    const refused = { rule: "check", constraint: "upload_choices" };
    expect(await refusalOf("upload", people)).toMatchObject(refused);
    expect(await refusalOf("upload", { ...people, kind: "further-people", choices: null })).toMatchObject(
      refused,
    );
    expect(await refusalOf("upload", { ...people, choices: null })).toBe("no refusal");
    expect(await refusalOf("upload", { id: "upload-3", kind: "mails" })).toMatchObject({
      constraint: "upload_kind_word",
    });
  });

  it("a run has figures if and only if it has a result", async () => {
    const next = { id: "run-2" };
    const refused = { rule: "check", constraint: "run_result" };
    expect(await refusalOf("run", { ...next, figures: null })).toMatchObject(refused);
    expect(await refusalOf("run", { ...next, result: null })).toMatchObject(refused);
    const none = { figures: null, result: null };
    expect(await refusalOf("run", { ...next, ...none })).toBe("no refusal");
  });

  it("a saved verdict other than unsure may have points from 0 to 100", async () => {
    const refused = { rule: "check", constraint: "saved_verdict_tolerance" };
    const next = { high: 7, low: 8 };
    for (const wrong of [{ tolerance: -1 }, { tolerance: 101 }, { tolerance: 20, word: "unsure" }])
      expect(await refusalOf("saved_verdict", { ...next, ...wrong })).toMatchObject(refused);
    expect(await refusalOf("saved_verdict", { ...next, tolerance: 100 })).toBe("no refusal");
    expect(await refusalOf("saved_verdict", { ...next, low: 9, tolerance: null, word: "unsure" })).toBe(
      "no refusal",
    );
  });

  it("a second factor is a passkey with its key, or an app with its secret", async () => {
    const refused = { rule: "check", constraint: "factor_whole" };
    const next = { id: "factor-2", credential_id: "another" };
    expect(await refusalOf("factor", { ...next, public_key: null })).toMatchObject(refused);
    expect(await refusalOf("factor", { ...next, secret: "sealed" })).toMatchObject(refused);
    expect(await refusalOf("factor", { ...next, kind: "authenticator", secret: "sealed" })).toMatchObject(
      refused,
    );
    const app = { kind: "authenticator", credential_id: null, public_key: null };
    expect(await refusalOf("factor", { ...next, ...app })).toMatchObject(refused);
    expect(await refusalOf("factor", { ...next, ...app, secret: "sealed" })).toBe("no refusal");
  });

  it("a token has a limited life, and an answer is stored completely or not at all", async () => {
    const another = { id: "token-2", token_hash: "another", expires_at: 1 };
    expect(await refusalOf("access_token", another)).toMatchObject({ constraint: "access_token_life" });
    const half = { key: "another-key", body: null };
    expect(await refusalOf("kept_answer", half)).toMatchObject({ constraint: "kept_answer_whole" });
    expect(await refusalOf("kept_answer", { ...half, status: null })).toBe("no refusal");
  });

  it("failed checks and missing values are distinguished", async () => {
    const upper = { id: "account-9", email: "Ada@example.org" };
    expect(await refusalOf("account", upper)).toMatchObject({
      rule: "check",
      constraint: "account_email_form",
    });
    const unnamed = { id: "account-9", email: "c@example.org", display_name: null };
    expect(await refusalOf("account", unnamed)).toMatchObject({ code: "constraint", rule: "not-null" });
  });

  it("raw rows meet the same constraints as the product's own", async () => {
    const row = { ...new Map(rowsAtInitial).get("job"), id: "job-2", state: "dreaming" };
    const inserting = store.alter((run) => insertRaw(run, store.engine, "job", row));
    await expect(inserting).rejects.toMatchObject({ rule: "check", constraint: "job_state_word" });
  });
});
