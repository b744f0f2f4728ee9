import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { peerHeader, proxyHeader } from "#server/http/edge/network.ts";
import { closeForWriting } from "#server/platform/integrity/damaged.ts";
import { countSeal, metrics } from "#server/platform/process/metrics.ts";
import { addAccount, type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fetchAs, send } from "../routes.ts";

const near = { [peerHeader]: "127.0.0.1", [proxyHeader]: "0", host: "127.0.0.1:3000" };

const logLines = captureLog();

async function ask(app: TestApp, headers: Record<string, string> = near, path = "/metrics") {
  const answer = await send(app, new Request(`http://127.0.0.1:3000${path}`, { headers }));
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("retry-after")).toBe(answer.status === 503 ? "1" : null);
  return { status: answer.status, text: await answer.text(), type: answer.headers.get("content-type") };
}

function readingOf(text: string, name: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

describeEngines("the metrics", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });
  afterAll(() => app.close());

  it("report process, database and disk in Prometheus format", async () => {
    vi.stubEnv("EVENHAND_DATA", ".");
    countSeal();
    const { status, text, type } = await ask(app);
    expect({ status, type }).toEqual({ status: 200, type: "text/plain; version=0.0.4; charset=utf-8" });
    expect(text).toContain("# TYPE evenhand_commit_seconds histogram");
    expect(text).toContain("# TYPE evenhand_write_wait_seconds histogram");
    const edges = [...text.matchAll(/^evenhand_commit_seconds_bucket\{le="(.+)"\}/gm)].map(
      ([, edge]) => edge,
    );
    expect(edges.join(" ")).toBe("0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 +Inf");
    expect(readingOf(text, "evenhand_seals_total")).toBeGreaterThan(0);
    expect(readingOf(text, "evenhand_database_up")).toBe(1);
    expect(readingOf(text, "evenhand_database_bytes")).toBeGreaterThan(10_000);
    expect(readingOf(text, "evenhand_disk_free_bytes")).toBeGreaterThan(0);
    for (const name of [
      "event_streams",
      ...["jobs_scheduled", "jobs_waiting", "jobs_running"].map((name) => `${name}{kind="publish"}`),
      ...["worker_tasks_waiting", "worker_tasks_running"].map((name) => `${name}{pool="rounds"}`),
      "learner_leases",
      "write_backlog_seconds",
    ])
      expect(readingOf(text, `evenhand_${name}`), name).toBe(0);
  });

  it("are separate from the readiness check", async () => {
    expect(await ask(app, {}, "/readyz")).toMatchObject({ status: 200, text: "Ready.\n" });
  });

  it("and the readiness check counts damaged studies without naming them", async () => {
    const damaged = testApp(await openStore());
    onTestFinished(() => damaged.close());
    closeForWriting(damaged.store, "a study", { kind: "altered", seq: 3 });
    const { status, text } = await ask(damaged, {}, "/readyz");
    expect([status, text]).toEqual([200, "Ready. One study is damaged and takes no writes.\n"]);
  });

  it("report in seconds how long the first waiting write has waited", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    onTestFinished(() => release());
    const writes = [app.store.tx(() => held), app.store.tx(async () => {})];
    const waited = () => app.store.backlogOf("write") / 1_000;
    // On PostgreSQL writes do not wait for each other.
    if (app.store.engine === "sqlite") await expect.poll(waited).toBeGreaterThan(0.01);
    else await writes[1];
    const before = waited();
    const said = readingOf((await ask(app)).text, "evenhand_write_backlog_seconds");
    expect(said).toBeGreaterThanOrEqual(before);
    expect(said).toBeLessThanOrEqual(waited());
    release();
    await Promise.all(writes);
  });

  it("count calls by procedure and outcome, and each refusal is logged once", async () => {
    const member = await addAccount(app, "mona");
    logLines.length = 0;
    const seconds = async () =>
      readingOf((await ask(app)).text, 'evenhand_call_seconds_sum{procedure="accounts.myStudies"}') || 0;
    const [before, started] = [await seconds(), performance.now()];
    await fetchAs(app, member, "/api/trpc/accounts.myStudies?input=%7B%7D");
    const [took, atMost] = [(await seconds()) - before, (performance.now() - started) / 1_000];
    expect(took).toBeGreaterThan(0);
    expect(took).toBeLessThan(atMost);
    await fetchAs(app, member, "/api/trpc/accounts.list?input=%7B%7D");
    await fetchAs(app, null, "/api/trpc/accounts.list?input=%7B%22more%22:1%7D");
    await fetchAs(app, member, "/api/trpc/what.ever?input=%7B%7D");
    const { text } = await ask(app);
    const calls = (procedure: string, code: string) =>
      readingOf(text, `evenhand_calls_total{procedure="${procedure}",code="${code}"}`);
    expect(calls("accounts.myStudies", "ok")).toBeGreaterThan(0);
    expect(calls("accounts.list", "forbidden")).toBeGreaterThan(0);
    expect(calls("accounts.list", "not-signed-in")).toBeGreaterThan(0);
    expect(text).not.toContain("what.ever");
    const refused = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "refused");
    expect(refused).toMatchObject([
      { procedure: "accounts.list", code: "forbidden", status: 403 },
      { procedure: "accounts.list", code: "not-signed-in", status: 401 },
      { procedure: "none", code: "not-found", status: 404 },
    ]);
    for (const line of logLines) expect(line).not.toMatch(/mona|example\.org|more|token/);
  });
});

describe("a request for the metrics", () => {
  const away = async () =>
    testApp(await connectStore({ dataFolder: "", databaseUrl: "postgres://nobody@127.0.0.1:1/nowhere" }));

  it("is answered while the database is unavailable, and so is a liveness check", async () => {
    const app = await away();
    const { status, text } = await ask(app);
    expect(status).toBe(200);
    expect(readingOf(text, "evenhand_database_up")).toBe(0);
    expect(text).not.toContain("evenhand_database_bytes");
    expect(logLines.join()).toContain("the metrics are without the database");
    expect(await ask(app, {}, "/livez")).toMatchObject({ status: 200, text: "Alive.\n" });
    const why = { status: 503, text: "The database does not answer.\n" };
    expect(await ask(app, {}, "/readyz")).toMatchObject(why);
    await app.close();
  });

  it.each([
    ["from another machine", { ...near, [peerHeader]: "192.0.2.7" }],
    ["to the public name, as through a proxy on this machine", { ...near, host: "evenhand.example" }],
    ["forwarded by a proxy", { ...near, [proxyHeader]: "1" }],
    ["with a token where none is set", { ...near, host: "evenhand.example", authorization: "Bearer " }],
  ])("%s is refused", async (_, headers) => {
    const app = await away();
    const { status, text } = await ask(app, headers);
    expect(status).toBe(403);
    expect(text).toMatch(/^Metrics are for this machine alone/);
    await app.close();
  });

  it("requires the token if one is set, also from this machine, and nothing else", async () => {
    vi.stubEnv("EVENHAND_METRICS_TOKEN", "0123456789abcdef");
    const app = await away();
    expect((await ask(app)).status).toBe(403);
    expect((await ask(app, { ...near, authorization: "Bearer 0123456789abcdeF" })).status).toBe(403);
    const far = {
      [peerHeader]: "192.0.2.7",
      host: "10.0.0.5:3000",
      authorization: "Bearer 0123456789abcdef",
    };
    expect((await ask(app, far)).status).toBe(200);
    await app.close();
  });
});

it("all bundles of a process share its counters", () => {
  expect(metrics()).toBe(metrics());
});
