import { expect, it } from "vitest";
import { readPractice } from "#server/rounds/judging/read-practice.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";

const even = (source: number, from: string, to: string, step: string) =>
  ({ source, direction: "above", by: "even", count: "", values: "", range: { from, to, step } }) as const;

describeEngines("practice", async (openStore) => {
  const app = testApp(await openStore());

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

  it.each([
    [
      "a typed cut",
      [{ source: 1, direction: "above", by: "typed", count: "", values: "2 50 0.4" }],
      [null, 50],
    ],
    ["the last of even cuts", [even(0, "10", "70", "30"), even(1, "-400", "100", "100")], [70, 400]],
  ] as const)("takes a size from %s", async (_, thresholds, sizes) => {
    const { studyId } = await publishedStudy(app, {
      rules: { kind: "thresholds", thresholds: [...thresholds] },
    });
    const { fields } = await readPractice(app, studyId);
    expect(fields.map(({ about }) => about)).toEqual([...sizes, null]);
  });

  it("takes sizes from rules that were listed one by one, and from nobody's own", async () => {
    const listed = "income > 30 and years <= 6";
    const rules = { kind: "explicit" as const, listed, predictions: [{ source: 2, accepts: "own" }] };
    const { studyId } = await publishedStudy(app, { rules });
    const { fields } = await readPractice(app, studyId);
    expect(fields.map(({ about }) => about)).toEqual([30, 6, null]);
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
