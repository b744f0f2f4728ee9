import { afterAll, beforeAll, expect, it } from "vitest";
import { readPractice } from "#server/services/judging/read-practice.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";

describeEngines("practice", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });
  afterAll(() => app.close());

  it("knows the columns auditors see and about how large their numbers are, before any round", async () => {
    const rules = { kind: "conjunctions" as const, predicates: incomeAbove(30, 67) };
    const { studyId } = await publishedStudy(app, { rules });
    const practice = await readPractice(app, studyId);
    expect(practice.fields.map(({ name, type, about }) => [name, type, about])).toEqual([
      ["income", "number", 70],
      ["years", "number", null],
      ["housing", "category", null],
    ]);
    expect(practice).toMatchObject({ alpha: "0.1", isAudit: false, decision: "who gets a loan" });
    expect(Object.keys(practice).sort()).toEqual([
      "alpha",
      "asksTolerance",
      "decision",
      "fields",
      "isAudit",
      "studyName",
    ]);
  });

  it("knows how large small numbers are, and those below nought; of nought alone nothing", async () => {
    const years = incomeAbove(0).map((each) => ({ ...each, source: 1 }));
    const rules = { kind: "conjunctions" as const, predicates: [...incomeAbove(-0.34, 0.2), ...years] };
    const { studyId } = await publishedStudy(app, { rules });
    const { fields } = await readPractice(app, studyId);
    expect(fields.map(({ name, about }) => [name, about])).toEqual([
      ["income", 0.3],
      ["years", null],
      ["housing", null],
    ]);
  });
});
