import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { ReportArticle } from "#components/results/report/report-article.tsx";
import { sectionSentences } from "#components/results/report/report-words.ts";
import { readReport, type StudyReport } from "#server/results/report/read-report.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { overrideDecision } from "#server/rounds/outcomes/override-decision.ts";
import { revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { reportSections } from "#server/study/report-forms.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { type Line, linesOf } from "../policy/log-lines.ts";

/** Features that differ from every other figure. */
const people = Array.from({ length: 12 }, (_, index) => [
  String(index % 2 === 0 ? 9173.25 : 1043.75),
  `3.${index + 113}`,
  index % 2 === 0 ? "houseboat" : "lighthouse",
]);
const identifiers = people.map((_, index) => `applicant-${index}`);

/** Lists every part of a report that names its entry, by path. */
function sourcesIn(value: unknown, path = "report"): [string, number][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]): [string, number][] =>
    key === "seq" || key === "openedSeq" ? [[`${path}.${key}`, part]] : sourcesIn(part, `${path}.${key}`),
  );
}

describeReads("the report of a study", (openStore) => {
  let app: TestApp;
  let study: TestStudy;
  let report: StudyReport;
  let lines: readonly Line[];
  const read = () => readReport(app, study.studyId);
  const said = (section: (typeof reportSections)[number]) =>
    sectionSentences[section](report).map(({ text }) => text);
  const typeOf = (seq: number | undefined) => lines.find((line) => line.seq === seq)?.type;

  beforeAll(async () => {
    app = testApp(await openStore());
    const outcomes = people.map((_, index) => (index % 2 === 0 ? ("yes" as const) : ("no" as const)));
    study = await publishedStudy(app, {
      ...{ people, identifiers, outcomes, name: "loans" },
      rules: { kind: "conjunctions", predicates: [{ source: 0, test: "above", value: "5000" }] },
      settings: guardedSettings,
    });
    const { studyId, operatorId: accountId } = study;
    for (const round of [1, 2]) {
      await playRound(app, study, [() => true, () => true, () => false]);
      await revealSealedOutcomes(app, { studyId, accountId, round });
      await applyUpdates(app, studyId);
    }
    await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: 3, reason: "wrong-people" });
    await overrideRejected(app, study);
    await erasePerson(app, { studyId, accountId, personId: "p1" });
    await applyUpdates(app, studyId);
    report = await read();
    lines = linesOf((await exportStudy(app, studyId)).log);
  });

  it("names an existing entry for every figure", () => {
    const sources = sourcesIn(report);
    expect(sources.length).toBeGreaterThan(12);
    const known = new Set(lines.map(({ seq }) => seq));
    expect(sources.filter(([, seq]) => !known.has(seq))).toEqual([]);
  });

  it("names entries of the right type for every figure", () => {
    expect(report.head.seq).toBe(lines.at(-1)?.seq);
    expect(typeOf(report.purpose.seq)).toBe("study.created");
    expect(typeOf(report.settings.seq)).toBe("study.created");
    expect(typeOf(report.people.seq)).toBe("person.erased");
    expect(typeOf(report.reports?.seq)).toBe("round.closed");
    expect(typeOf(report.errors?.seq)).toBe("outcome.recorded");
    expect(typeOf(report.changed?.seq)).toBe("learner.updated");
    expect(typeOf(report.cancelled?.seq)).toBe("round.cancelled");
    expect(typeOf(report.overrides?.seq)).toBe("decision.overridden");
    expect(report.rounds.closed.map(({ openedSeq, seq }) => [typeOf(openedSeq), typeOf(seq)])).toEqual([
      ["round.opened", "round.closed"],
      ["round.opened", "round.closed"],
    ]);
  });

  it("has the same counts as the log", () => {
    const reported = lines.filter(
      ({ type, body }) => type === "round.closed" && (body.violations as unknown[]).length > 0,
    );
    expect(report.reports).toMatchObject({ reports: reported.length, rounds: 2 });
    expect(report.people).toMatchObject({ imported: 12, erased: 1 });
    expect(said("people")[0]).toBe("12 people were imported. 1 of them was erased since.");
    expect(said("undone")[0]).toMatch(/^1 round was cancelled/);
    expect(said("overrides")[0]).toMatch(
      /^Against the draw, 1 person was picked, and no person was not picked/,
    );
    expect(said("rounds")[0]).toMatch(/^2 rounds were opened and closed on \d/);
    expect(said("verify")[0]).toMatch(/ the fingerprint [0-9a-f]{8}( [0-9a-f]{8}){7}\.$/);
    expect(said("rounds")[1]).toMatch(/^8 people were in the closed rounds/);
  });

  it("has text in every section, and no sentence twice", () => {
    for (const section of reportSections) {
      expect(said(section).length, section).toBeGreaterThan(0);
      expect(new Set(said(section)).size, section).toBe(said(section).length);
    }
  });

  it("has no feature, person's name or account", () => {
    const html = renderToStaticMarkup(
      createElement(ReportArticle, { report, statements: {}, kind: "whole" }),
    );
    expect(html).toContain("Small loans");
    for (const text of [html, JSON.stringify(report)]) {
      for (const cell of [...people.flat(), ...identifiers]) expect(text).not.toContain(cell);
      expect(text).not.toMatch(/auditor-\d|operator-|@example|5000|head of office/);
    }
  });

  it("gives new figures once the log has grown", async () => {
    await openRound(app, { studyId: study.studyId });
    expect((await read()).rounds.openCount).toBe(1);
    await closeRound(app, { studyId: study.studyId, round: 4 });
    expect((await read()).rounds.closed).toHaveLength(3);
  });
});

/** Overrides the first round's decision about a person who was not picked. */
async function overrideRejected(app: TestApp, { studyId, operatorId: accountId }: TestStudy): Promise<void> {
  const { people: decided } = await readRoundDetails(app, studyId, 1);
  const position = decided.findIndex(({ selected }) => !selected);
  const why = { reason: "safety", decidedBy: "head of office" } as const;
  await overrideDecision(app, { studyId, accountId, round: 1, position, decision: 1, ...why });
}

describeReads("the report of an audit", (openStore) => {
  it("has rounds and reports of an audit, and nothing that an audit does not record", async () => {
    const app = testApp(await openStore());
    const chances = people.map((_, index) => (index % 2 === 0 ? "0.8" : "0.3"));
    const study = await publishedStudy(app, { kind: "audit", people, chances });
    const empty = await readReport(app, study.studyId);
    expect(empty).toMatchObject({ reports: null, agreement: null, rounds: { closed: [], seq: 1 } });
    await playRound(app, study, [() => true, () => true, () => false]);
    const report = await readReport(app, study.studyId);
    expect(report).toMatchObject({
      study: { isAudit: true },
      settings: { learner: null },
      ...{ errors: null, changed: null, guarded: null, cancelled: null, annulled: null },
    });
    expect(report.rounds.closed).toHaveLength(1);
    const html = renderToStaticMarkup(
      createElement(ReportArticle, { report, statements: {}, kind: "whole" }),
    );
    expect(html).toContain("Chances never move in an audit.");
  });
});

describeReads("the report of a study with groups", (openStore) => {
  it("has the rates of groups from closed rounds, also in the form for Local Law 144", async () => {
    const app = testApp(await openStore());
    const groups = { sex: people.map((_, index) => (index % 2 === 0 ? "F" : "M")) };
    const study = await publishedStudy(app, { people, groups, settings: { roundSize: "12" } });
    expect((await readReport(app, study.studyId)).groups).toBeNull();
    await playRound(app, study, []);
    const report = await readReport(app, study.studyId);
    expect(report.groups).toMatchObject({ personCount: 12, seq: report.rounds.closed.at(-1)?.seq });
    for (const kind of ["whole", "localLaw144"] as const) {
      const html = renderToStaticMarkup(createElement(ReportArticle, { report, statements: {}, kind }));
      expect(html, kind).toContain("Impact ratio, expected");
      expect(html, kind).toMatch(/>F<.*>M</s);
    }
  });
});
