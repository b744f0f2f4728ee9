import { expect, it } from "vitest";
import { ZodError } from "zod";
import { appRouter } from "#server/http/root.ts";
import { readDraft } from "#server/studies/drafts/open-draft.ts";
import { readGuidelines } from "#server/studies/guidelines.ts";
import { testApp } from "#tests/setup/app.ts";
import { testContext } from "#tests/setup/context.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";

/** Text that PostgreSQL would refuse and SQLite would keep, and text without a UTF-8 form. */
const unstorable = [
  ["a NUL", "before\0after", /^Leave out the NUL character/],
  ["half a surrogate pair", "before\ud83dafter", /^Leave out the broken character/],
  ["its other half", "\ude00", /^Leave out the broken character/],
] as const;
const odd = "😀 \u0001 \u202e \ufffd \uffff é";

describeEngines("text from a user", async (openStore) => {
  const app = testApp(await openStore());

  const callerOf = (accountId: string) => {
    const account = {
      id: accountId,
      email: "operator@example.org",
      displayName: "operator",
      platformRole: "operator",
    } as const;
    return appRouter.createCaller(testContext(app, account));
  };

  async function sentence(call: Promise<unknown>): Promise<string> {
    const error = await call.then(
      () => new Error("it was taken"),
      (reason: Error) => reason,
    );
    if (!(error.cause instanceof ZodError)) throw error;
    return error.cause.issues[0]?.message ?? "";
  }

  it.each(unstorable)("with %s is refused with a message in every input", async (_, text, expected) => {
    const draft = await startDraft(app);
    const { revision, purpose, rules } = (await draft.view()).draft;
    const study = await publishedStudy(app);
    const maker = callerOf(draft.operatorId);
    const operator = callerOf(study.operatorId);
    const outcome = { round: 1, position: 0, value: "yes" as const };
    const parts = { purpose: { ...purpose, guidelines: text } };
    const known = { size: 1, hash: "0".repeat(64), count: 1, conditionCount: 1, columns: [] };
    const condition = { column: "income", test: "above" as const, value: text };
    const list = { name: "rules.txt", ...known, first: [{ isAny: false, conditions: [condition] }] };
    for (const call of [
      () => maker.drafts.create({ name: text }),
      () => maker.drafts.save({ studyId: draft.studyId, revision, parts }),
      () => maker.drafts.save({ studyId: draft.studyId, revision, parts: { rules: { ...rules, list } } }),
      () => operator.tokens.make({ name: text, forStudyId: null, scopes: [], days: 1 }),
      () => operator.simulations.rename({ studyId: study.studyId, id: study.studyId, name: text }),
      () => operator.objections.receive({ studyId: study.studyId, round: 1, position: 0, text }),
      () => operator.objections.forward({ studyId: study.studyId, objection: 1, question: text }),
      () => operator.guidelines.revise({ studyId: study.studyId, basedOn: 1, purpose: text, body: "Judge." }),
      () => operator.report.state({ studyId: study.studyId, contact: text }),
      () => operator.guidelines.revise({ studyId: study.studyId, basedOn: 1, purpose: "Loans", body: text }),
      () =>
        callerOf(study.auditorIds[0] ?? "").ballots.remark({
          ...{ studyId: study.studyId, round: 1, high: 0, low: 1, note: text, reasons: [], again: null },
        }),
      () =>
        operator.outcomes.record({
          studyId: study.studyId,
          idempotencyKey: `12345678${text}`,
          outcomes: [outcome],
        }),
    ]) {
      expect(await sentence(call())).toMatch(expected);
    }
  });

  it("has at most 20,000 characters in guidelines, since each view of them costs time", async () => {
    const { studyId, operatorId, view } = await startDraft(app);
    const study = await publishedStudy(app);
    const ways = [
      async (guidelines: string) => {
        const { revision, purpose } = (await view()).draft;
        const parts = { purpose: { ...purpose, guidelines } };
        return callerOf(operatorId).drafts.save({ studyId, revision, parts });
      },
      async (body: string) => {
        const revised = { studyId: study.studyId, basedOn: 1, purpose: "Loans", body };
        return callerOf(study.operatorId).guidelines.revise(revised);
      },
    ];
    for (const send of ways) {
      expect(await sentence(send("a".repeat(20_001)))).not.toBe("");
      await send("a".repeat(20_000));
    }
  });

  it("with unusual but valid characters is returned unchanged", async () => {
    const { studyId, operatorId, view } = await startDraft(app);
    const { revision, purpose } = (await view()).draft;
    await callerOf(operatorId).drafts.save({
      studyId,
      revision,
      parts: { purpose: { ...purpose, guidelines: odd } },
    });
    expect((await readDraft(app, studyId))?.draft.purpose.guidelines).toBe(odd);
    const study = await publishedStudy(app);
    await callerOf(study.operatorId).guidelines.revise({
      studyId: study.studyId,
      basedOn: 1,
      purpose: "Loans",
      body: odd,
    });
    expect((await readGuidelines(app, study)).shown.body).toBe(odd);
  });
});
