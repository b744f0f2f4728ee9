import { describe, expect, it } from "vitest";
import { drawCostOf, roundCost } from "#server/verifier/budget.ts";
import { forecast } from "#server/verifier/forecast.ts";
import { ftplSpec } from "#tests/learner/fixtures.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { incomeAbove, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

type Files = Awaited<ReturnType<typeof exportStudy>>;

const rules = { kind: "conjunctions", predicates: incomeAbove(30, 60) } as const;
const app = await sqliteApp();
const known = await played({ learner: "ftpl", mode: "known", resampleCount: "1000" });
const paper = await played({ learner: "ftpl", mode: "paper", pairRule: "largest-gap" });

async function played(settings: NonNullable<Parameters<typeof publishedStudy>[1]>["settings"]) {
  const study = await publishedStudy(app, { rules, ...(settings && { settings }) });
  for (const _ of [1, 2, 3]) await playRound(app, study, [() => true, () => true]);
  return exportStudy(app, study.studyId);
}

function checked(files: Files, budget?: number) {
  const {
    problems,
    reservations,
    computed,
    budget: spent,
  } = verified(files, [], budget === undefined ? {} : { budget });
  const left = reservations.find(({ kind }) => kind === "over-budget")?.count ?? 0;
  return { problems, left, states: computed.states, spent };
}

describe("a budget for FTPL", () => {
  it("is compared with the cost: N and the noise of each context, for every drawn rule", () => {
    // Conjunctions of two: 5 rules, 3 contexts with one number each; 1,000 rules drawn in each of 3 rounds.
    const expected = { drawn: 1_000, rules: 5, noise: 3, openings: 3, operations: 3 * 1_000 * (5 + 3) };
    expect(forecast(known.log.trimEnd().split("\n"))).toMatchObject(expected);
    expect(checked(known).spent).toMatchObject({ needed: expected.operations, leftOut: [] });
    expect(forecast(paper.log.trimEnd().split("\n"))?.operations).toBe(checked(paper).spent?.needed);
  });

  it("does not count trees that are not searched", () => {
    const predicates = Array.from({ length: 29 }, (_, index) => ({
      column: "score",
      test: "above" as const,
      value: String(index),
    }));
    const columns = [{ name: "score", type: "number" as const }];
    const spec = {
      ...ftplSpec,
      columns,
      hypotheses: { kind: "trees", version: 1, depth: 2, predicates },
    } as const;
    // 4 · 29² sums instead of 95,876 trees; 1 + 29 + 29 · 28/2 contexts.
    const cost = { drawn: spec.resampleCount ?? 0, rules: 95_876, looks: 3_364, noise: 436 };
    expect(drawCostOf(spec)).toEqual(cost);
    expect(roundCost(cost)).toBe(cost.drawn * (3_364 + 436));
  });

  it("leaves out the rounds beyond it, and lists them", () => {
    expect(checked(known, 0)).toMatchObject({ problems: [], left: 3, spent: { leftOut: [1, 2, 3] } });
    expect(checked(known, 16_000)).toMatchObject({ problems: [], left: 1, spent: { leftOut: [3] } });
    expect(checked(paper, 0)).toMatchObject({ problems: [], left: 3 });
    // States are sums of charges, and cost little.
    expect(checked(known, 0).states).toBe(checked(known).states);
  });

  it("lets a log be checked only in part, since rounds were not checked", () => {
    const lines = known.log.split("\n");
    const isThird = (line: string) => line.includes('"type":"round.opened"') && line.includes('"round":3');
    const log = lines
      .map((line) => (isThird(line) ? line.replace(/"eta":"0\.\d/, '"eta":"0.9') : line))
      .join("\n");
    const whats = (budget?: number) => checked({ ...known, log }, budget).problems.map(({ what }) => what);
    expect(whats()).toContain("eta");
    expect(whats(16_000)).not.toContain("eta");
  });

  it("is not needed for other learners or invalid logs", async () => {
    const study = await publishedStudy(app, { rules });
    await playRound(app, study, []);
    const files = await exportStudy(app, study.studyId);
    expect(forecast(files.log.split("\n"))).toBeNull();
    expect(verified(files).budget).toBeNull();
    expect(forecast(["no log", '{"at":1,"type":"study.created","v":1}'])).toBeNull();
  });
});
