import { expect, it } from "vitest";
import { findRuleListHash, replaceRuleList } from "#db/queries/rule-lists.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readStudy } from "#server/results/read-study.ts";
import { readRehearsal, startRehearsal } from "#server/results/simulations/rehearse.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { discardDraft } from "#server/studies/drafts/open-draft.ts";
import { readPublishing, startPublishing } from "#server/studies/drafts/publish-job.ts";
import { takeRules } from "#server/studies/drafts/rules-file.ts";
import { readStart } from "#server/studies/drafts/start.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import { waitingLimit } from "#server/studies/uploads/upload-quota.ts";
import type { RuleListFacts } from "#server/study/rule-list.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { completeDraft, type Drafting, startDraft, tabbedFile } from "./drafting.ts";

/**
 * More rules than a study may write into its log. The longest allowed list is played by
 * `npm run trial -- rules-file`.
 */
const ruleCount = Number(process.env.EVENHAND_TRIAL_RULES ?? 12_000);
const side = Math.ceil(Math.sqrt(ruleCount));
const isTrial = ruleCount > 100_000;
const cuts = Array.from(
  { length: ruleCount },
  (_, index) => [index % side, 900 + 25 * Math.floor(index / side)] as const,
);
const long = cuts.map(([months, amount]) => `months > ${months} and amount > ${amount}`).join("\n");
const short = "Checking account is below 0 DM\namount <= 2,000 or months > 20 months\n";

describeEngines("a long list of rules from a file", async (openStore) => {
  const app = testApp(await openStore());

  const take = ({ studyId, operatorId: accountId }: Drafting, text: string) =>
    takeRules(app, { studyId, accountId, name: "rules.txt", bytes: new TextEncoder().encode(text) });
  const hashOf = ({ studyId }: Drafting) => app.store.read((db) => findRuleListHash(db, studyId));

  async function drafted(text: string): Promise<Drafting> {
    const drafting = await completeDraft(app);
    const { settings } = (await drafting.view()).draft;
    const known = {
      mode: "known",
      draw: "one-rule",
      closesWithoutPairs: false,
      seats: "1",
      neededFlags: "1",
    } as const;
    await drafting.save({ settings: { ...settings, ...known, quorum: "1" } });
    await take(drafting, text);
    return drafting;
  }

  async function listOf(drafting: Drafting): Promise<RuleListFacts> {
    const { list } = (await drafting.view()).draft.rules;
    if (list === null) throw new Error("there is no list");
    return list;
  }

  async function publish({ studyId, operatorId, view }: Drafting): Promise<string> {
    const { revision } = (await view()).draft;
    await (await startPublishing(app, { studyId, accountId: operatorId, revision })).finished;
    const end = await readPublishing(app, studyId);
    return end.state === "failed" ? end.message : end.state;
  }

  async function rehearsed({ studyId, operatorId, view }: Drafting): Promise<void> {
    const played = { studyId, accountId: operatorId, revision: (await view()).draft.revision };
    await (await startRehearsal(app, played)).finished;
    expect(await readRehearsal(app, studyId)).toMatchObject({ failure: null, isCurrent: true });
  }

  it("is played: its rules set the chances, and another study's list stays unchanged", async () => {
    const neighbour = await drafted(short);
    const drafting = await drafted(long);
    const { studyId, operatorId } = drafting;
    const list = await listOf(drafting);
    expect(list).toMatchObject({
      name: "rules.txt",
      size: long.length,
      count: ruleCount,
      conditionCount: side + Math.ceil(ruleCount / side),
    });
    expect(await readStart(app, studyId)).toMatchObject({ count: 12 });
    if (!isTrial) await rehearsed(drafting);
    expect(await publish(drafting)).toBe("done");

    const spec = learningOf(settingsOf(await app.store.read((db) => requireStudy(db, studyId)))).learner;
    expect(spec.hypotheses).toEqual({ kind: "listed", version: 1, count: ruleCount, hash: list.hash });
    expect((await readStudy(app, studyId)).ruleCount).toBe(2 + ruleCount);
    const auditor = await addAccount(app, `auditor-${studyId}`);
    await seatAuditor(app, { studyId, accountId: auditor });
    const study = { studyId, operatorId, operatorEmail: "", auditorIds: [auditor], auditorEmails: [] };
    const first = await playRound(app, study, [() => true]);
    for (const { chance, cells } of first.people) {
      const [, months, , amount] = (cells ?? []).map(Number);
      const accepting = cuts.filter(([a, b]) => Number(months) > a && Number(amount) > b).length;
      expect(Number(chance)).toBeCloseTo((1 + accepting) / (2 + ruleCount), 12);
    }
    expect(first.result?.rule).toMatch(
      /^accept (if months > \d+ months and amount > [\d,]+|no one|everyone)$/,
    );
    const outcomes = first.people
      .filter(({ selected }) => selected)
      .map(({ position }) => ({ round: 1, position, value: "no" as const }));
    const batch = { studyId, accountId: operatorId, idempotencyKey: "outcomes" };
    if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
    await applyUpdates(app, studyId);
    await playRound(app, study, [() => false]);
    const { ruleCount: all, comparison } = await readPolicyView(app, studyId);
    expect(all).toBe(2 + ruleCount);
    expect(comparison?.heaviest).toHaveLength(10);

    expect(await hashOf(drafting)).toBe(list.hash);
    expect(await hashOf(neighbour)).toBe((await listOf(neighbour)).hash);
    expect(await publish(neighbour)).toBe("done");
    expect((await readStudy(app, neighbour.studyId)).ruleCount).toBe(4);
  });

  it("replaces the previous one, which stays if the new one is refused", async () => {
    const drafting = await drafted(short);
    const before = await listOf(drafting);
    const { problems } = await refused(take(drafting, "months > 3\nmonths >\n"), "bad-input");
    expect(problems).toEqual([
      {
        row: 2,
        message: "Line 2: “months” is compared with a number such as 24 or 0.5, not with “”.",
      },
    ]);
    expect(await listOf(drafting)).toEqual(before);
    await take(drafting, "months > 3\n");
    const after = await listOf(drafting);
    expect(after).toMatchObject({
      count: 1,
      first: [{ conditions: [{ column: "months", test: "above", value: "3" }] }],
    });
    expect(await hashOf(drafting)).toBe(after.hash);
  });

  it("is deleted with the draft, by its button, and if another kind is published", async () => {
    const thrown = await drafted(short);
    const { rules } = (await thrown.view()).draft;
    await thrown.save({ rules: { ...rules, list: null } });
    expect(await hashOf(thrown)).toBeUndefined();
    expect(await publish(thrown).catch((error: Error) => error.message)).toBe(
      "Upload a file with one rule on each line.",
    );

    const other = await drafted(short);
    await other.save({ rules: { ...(await other.view()).draft.rules, kind: "thresholds" } });
    expect(await hashOf(other)).toBeDefined();
    expect(await publish(other)).toBe("done");
    expect(await hashOf(other)).toBeUndefined();

    const gone = await drafted(short);
    await discardDraft(app, gone.studyId);
    expect(await hashOf(gone)).toBeUndefined();
  });

  it("needs people, a draft, and the same columns as when it was read", async () => {
    const empty = await startDraft(app);
    const { message } = await refused(take(empty, short), "bad-input");
    expect(message).toBe("Rules ask about columns of the file of people: upload that first.");
    const drafting = await drafted(short);
    const { people } = (await drafting.view()).draft;
    const unused = people?.columns.map((each) => ({ ...each, role: "shown" as const })) ?? [];
    await drafting.save({ people: people && { ...people, columns: unused } });
    expect((await refused(take(drafting, short), "bad-input")).message).toBe(
      "No column is used by rules yet: choose in step 2 which ones rules may ask about.",
    );
    await drafting.save({ people });
    const columns = people?.columns.map((each) =>
      each.name === "amount" ? { ...each, role: "shown" as const } : each,
    );
    await drafting.save({ people: people && { ...people, columns: columns ?? [] } });
    expect(await publish(drafting).catch((error: Error) => error.message)).toContain(
      "The list asks about “amount”, which",
    );
    await drafting.save({ people });
    expect(await publish(drafting)).toBe("done");
    await refused(take(drafting, short), "study-not-draft");
  });

  it("counts towards the account's quota with waiting files, without the list it replaces", async () => {
    const drafting = await drafted(short);
    const { studyId, operatorId, upload } = drafting;
    const other = await createDraft(app, operatorId, { name: "Another" });
    const fill = (id: string, size: number) => {
      const row = {
        studyId: id,
        hash: "f".repeat(64),
        size,
        packed: new Uint8Array([1]),
        createdAt: app.now(),
      };
      return app.store.tx((tx) => replaceRuleList(tx, row));
    };
    await fill(other.studyId, waitingLimit - tabbedFile.length - 1);
    for (const send of [() => take(drafting, short), () => upload(tabbedFile)]) {
      const { message } = await refused(send(), "bad-input");
      expect(message).toContain("they would exceed the limit of 200,000,000");
    }
    await fill(studyId, waitingLimit);
    await fill(other.studyId, 1);
    await take(drafting, short);
    await upload(tabbedFile);
  });

  it("is refused if it belongs to another study or changed since it was read", async () => {
    const owner = await drafted("months > 1\nmonths > 2\nhistory is A30\n");
    const [own, others] = [await drafted(short), await listOf(owner)];
    const mine = await listOf(own);
    const wrong = "The list of rules is not the one that was read. Upload its file again in step 3.";
    const lies: RuleListFacts[] = [
      others,
      { ...mine, hash: "0".repeat(64) },
      { ...mine, count: mine.count + 1 },
      { ...mine, count: 1 },
    ];
    for (const list of lies) {
      await own.save({ rules: { ...(await own.view()).draft.rules, list } });
      expect(await publish(own)).toBe(wrong);
      expect((await refused(readStart(app, own.studyId), "bad-input")).message).toBe(wrong);
    }
    const { people, rules } = (await own.view()).draft;
    const columns = people?.columns.map((each) =>
      each.name === "amount" ? { ...each, role: "ignored" as const } : each,
    );
    await own.save({
      rules: { ...rules, list: { ...mine, columns: [] } },
      people: people && { ...people, columns: columns ?? [] },
    });
    expect(await publish(own)).toBe(wrong);
    await own.save({ rules: { ...rules, list: mine }, people });
    expect(await publish(own)).toBe("done");
  });
});
