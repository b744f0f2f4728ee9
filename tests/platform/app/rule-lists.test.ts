import { expect, it } from "vitest";
import { deleteRuleList, replaceRuleList } from "#db/queries/rule-lists.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { keptRuleList } from "#server/learner/classes/rule-lists.ts";
import { loadRuleList } from "#server/platform/app/rule-lists.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { packFile } from "#server/study/files/reading/packed-file.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { testList } from "#tests/setup/listed-study.ts";
import { refused } from "#tests/setup/refusal.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";
import { writeRuleList } from "#tests/setup/write-rule-list.ts";

const { predicates, rules } = testList;

describeEngines("a long list of rules", async (openStore, { name }) => {
  const app = testApp(await openStore());
  const operatorId = await addAccount(app, "olav", "operator");
  let made = 0;
  /** Adds a study's list that differs from all others. */
  async function addList() {
    made += 1;
    const text = writeRuleList(
      [...predicates, { column: name, test: "is", value: String(made) }],
      rules.slice(0, 3),
    );
    const { studyId } = await createDraft(app, operatorId, { name: `List ${made}` });
    const row = { studyId, hash: sha256Hex(text), size: text.length, packed: packFile(text), createdAt: 1 };
    await app.store.tx((tx) => replaceRuleList(tx, row));
    return row;
  }

  const listed = (hash: string) => ({
    hypotheses: { kind: "listed", version: 1, count: 3, hash } as const,
  });

  it("is unpacked once for all callers, and again after a failure", async () => {
    const { app: counted, callsOf, fail } = countWorkerCalls(app);
    const { hash } = await addList();
    fail("unpackRules");
    await expect(loadRuleList(counted, listed(hash))).rejects.toThrow("the worker was stopped");
    await Promise.all([1, 2].map(() => loadRuleList(counted, listed(hash))));
    await loadRuleList(counted, listed(hash));
    expect(callsOf("unpackRules")).toBe(2);
    expect(keptRuleList(hash).predicates.at(-1)).toEqual({ column: name, test: "is", value: String(made) });
  });

  it("is one of four in the cache, which drops the least recently used", async () => {
    const { app: counted, callsOf } = countWorkerCalls(app);
    const hashes: string[] = [];
    for (let count = 0; count < 5; count++) hashes.push((await addList()).hash);
    const [first = "", ...others] = hashes;
    for (const hash of hashes.slice(0, 4)) await loadRuleList(counted, listed(hash));
    await loadRuleList(counted, listed(first));
    expect(callsOf("unpackRules")).toBe(4);
    for (const hash of others) await loadRuleList(counted, listed(hash));
    expect(callsOf("unpackRules")).toBe(5);
    await loadRuleList(counted, listed(first));
    expect(callsOf("unpackRules")).toBe(6);
  });

  it("that is missing or altered is reported as damage of the study, and read again at the next call", async () => {
    const row = await addList();
    await app.store.tx((tx) => deleteRuleList(tx, row));
    await refused(loadRuleList(app, listed(row.hash)), "study-damaged");
    const altered = { ...row, packed: packFile(writeRuleList(predicates, rules)) };
    await app.store.tx((tx) => replaceRuleList(tx, altered));
    await refused(loadRuleList(app, listed(row.hash)), "study-damaged");
    await app.store.tx((tx) => replaceRuleList(tx, row));
    await loadRuleList(app, listed(row.hash));
  });

  it("is read only if the study has one", async () => {
    const { app: counted, callsOf } = countWorkerCalls(app);
    await loadRuleList(counted, {
      hypotheses: { kind: "thresholds", column: "income", cuts: [] },
    } as unknown as Parameters<typeof loadRuleList>[1]);
    expect(callsOf("unpackRules")).toBe(0);
  });
});
