import { afterAll, expect, it } from "vitest";
import { budgets, makingBudget } from "#server/platform/limits/budgets.ts";
import { chargeTime, saveCounts } from "#server/platform/limits/spend.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { makeCast } from "./cast.ts";
import { fetchAs } from "./routes.ts";

const engine = sqliteEngine();
afterAll(() => engine.cleanUp());

it("limits downloads by account and says how long to wait, as text in a browser", async () => {
  const app = testApp(await engine.openStore());
  const account = await addAccount(app, "busy");
  const ask = (file: string, headers = {}) =>
    fetchAs(app, account, `/api/studies/${app.newId()}/${file}`, { headers });
  for (let count = 0; count < budgets.download.calls; count += 1) {
    expect((await ask("log")).status).toBe(403);
  }
  const files = ["log", "record", "decisions", "rounds/1/decisions", "data/verdicts.csv"];
  for (const file of files) {
    const refused = await ask(file);
    expect([file, refused.status]).toEqual([file, 429]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const { message } = (await refused.json()) as { message: string };
    const opened = await ask(file, { "sec-fetch-mode": "navigate" });
    expect([file, opened.status, await opened.text()]).toEqual([file, 429, `${message}\n`]);
    expect(opened.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(Number(opened.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await fetchAs(app, await addAccount(app, "calm"), "/api/studies/x/log")).status).toBe(403);
});

it("charges the time for making files to the account, and makes none above the budget", async () => {
  const app = testApp(await engine.openStore());
  const { accounts, study } = await makeCast(app);
  const files = ["log", "data/verdicts.csv", "data/reports.csv", "data/croissant.json?upTo=3"];
  const ask = (file: string, who = accounts.researcher.id) =>
    fetchAs(app, who, `/api/studies/${study.studyId}/${file}`);
  const charged = async () => {
    await saveCounts(app);
    const rows = await app.store.read(({ q, t }) => q.select().from(t.callCount));
    return rows.filter(({ budget }) => budget === "making").map(({ count }) => count)[0] ?? 0;
  };
  let before = await charged();
  for (const file of files) {
    expect((await (await ask(file)).text()).length).toBeGreaterThan(0);
    const after = await charged();
    expect(after, file).toBeGreaterThan(before);
    before = after;
  }
  chargeTime(app, accounts.researcher.id, makingBudget.calls);
  for (const file of files) {
    const refused = await ask(file);
    expect([file, refused.status]).toEqual([file, 429]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await ask("log", accounts.operator.id)).status).toBe(200);
  app.clock.advance(60_000);
  expect((await ask("log")).status).toBe(200);
});

it("limits file requests without a session by network, across all files", async () => {
  const app = testApp(await engine.openStore());
  const files = [`api/studies/${app.newId()}/log`, "api/administration/security-log/log.jsonl"];
  for (let count = 0; count < budgets.anonymous.calls; count += 1) {
    expect((await fetchAs(app, null, `/${files[count % files.length]}`)).status).toBe(401);
  }
  for (const file of [...files, "reports/unknown/report.html"]) {
    const refused = await fetchAs(app, null, `/${file}`);
    expect([file, refused.status]).toEqual([file, 429]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await fetchAs(app, await addAccount(app, "member"), `/${files[0]}`)).status).toBe(403);
});
