import { beforeAll, expect, it } from "vitest";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import {
  readReportLink,
  readSharedReport,
  readStatedReport,
  shareReport,
  withdrawReportLink,
} from "#server/results/report/report-link.ts";
import { stateFields } from "#server/results/report/statements.ts";
import { reportFields, reportForms, reportSections, statedFields } from "#server/study/report-forms.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";

describeEngines("the public link of a report", (openStore) => {
  let app: TestApp;
  let study: TestStudy;
  const own = () => ({ studyId: study.studyId, accountId: study.operatorId });
  const share = async () => (await shareReport(app, own())).token;

  beforeAll(async () => {
    app = testApp(await openStore());
    study = await publishedStudy(app);
  });

  it("does not exist at first, nor for a draft", async () => {
    expect(await readReportLink(app, study.studyId)).toBeNull();
    const { studyId } = await startDraft(app);
    await refused(shareReport(app, { ...own(), studyId }), "study-not-ready");
  });

  it("leads to the report until it is replaced or withdrawn", async () => {
    const first = await share();
    expect((await readSharedReport(app, first))?.report.study.id).toBe(study.studyId);
    expect(await readReportLink(app, study.studyId)).toEqual({ madeAt: expect.any(Number) });
    const second = await share();
    expect(second).not.toBe(first);
    expect(await readSharedReport(app, first)).toBeNull();
    expect(await readSharedReport(app, second)).not.toBeNull();
    await withdrawReportLink(app, own());
    await withdrawReportLink(app, own());
    expect(await readSharedReport(app, second)).toBeNull();
    expect(await readReportLink(app, study.studyId)).toBeNull();
    const { events } = await readSecurityEvents(app, { kind: "study.report-shared" });
    expect(events.map(({ detail }) => detail)).toEqual([
      ...[{ shared: false }, { shared: true }, { shared: true }],
    ]);
  });

  it("is stored only as a hash", async () => {
    const token = await share();
    const rows = await app.store.read((db) => db.q.select().from(db.t.reportLink));
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describeEngines("what the operator states", (openStore) => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let app: TestApp;
  let study: TestStudy;
  const statements = async () => (await readStatedReport(app, study.studyId)).statements;
  const state = (texts: object) => stateFields(app, { studyId: study.studyId, ...texts });

  beforeAll(async () => {
    store = await openStore();
    app = testApp(store);
    study = await publishedStudy(app);
  });

  it("are stored by field, with the date of the last change", async () => {
    const neighbour = await addNeighbour(store, study.studyId);
    await state({ contact: "Desk 3", theme: "Credit" });
    const before = await statements();
    expect(before).toMatchObject({ contact: { text: "Desk 3" }, theme: { text: "Credit" } });
    app.clock.advance(1_000);
    await state({ contact: "Desk 3", theme: "Loans" });
    const after = await statements();
    expect(after.contact).toEqual(before.contact);
    expect(after.theme?.text).toBe("Loans");
    expect(after.theme?.statedAt).toBeGreaterThan(before.theme?.statedAt ?? Number.NaN);
    await state({ contact: "" });
    expect(Object.keys(await statements())).toEqual(["theme"]);
    await neighbour.expectUntouched();
  });
});

it("every form has only fields filled from sections or by the operator", () => {
  for (const [form, fields] of Object.entries(reportForms)) {
    expect(new Set(fields).size, form).toBe(fields.length);
    for (const field of fields) {
      const { from, isAsked } = reportFields[field];
      expect(from.length > 0 || isAsked, field).toBe(true);
      for (const section of from) expect(reportSections).toContain(section);
    }
  }
  const used = new Set<string>(Object.values(reportForms).flat());
  expect(Object.keys(reportFields).filter((field) => !used.has(field))).toEqual([]);
  expect(statedFields.length).toBeGreaterThan(10);
});
