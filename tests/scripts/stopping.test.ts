import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { testAppBeside } from "#tests/setup/app.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { type RunningApp, startApp } from "#tests/setup/running-app.ts";
import { freePort } from "../../scripts/lib/port.mjs";

/** The server as `npm start` serves it, behind a proxy, stopped during requests. */
const folder = mkdtempSync(join(tmpdir(), "evenhand-stopping-"));
const kept = join(folder, "kept");
let server: RunningApp;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const env = { EVENHAND_TRUST_PROXY: "1", EVENHAND_STOP_SECONDS: "30" };
  server = await startApp(port, { demo: false, logFile: join(folder, "server.log"), env });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a round. @returns its address, its pairs and an auditor's cookie */
async function oneRound() {
  const store = await connectStore({ dataFolder: server.data, databaseUrl: undefined });
  const app = await testAppBeside(store, loadSecrets(server.data));
  const { studyId, auditorIds } = await judgingStudy(app, { name: "stopping" });
  await openRound(app, { studyId });
  const accountId = auditorIds[0] ?? "";
  const where = { studyId, round: 1 };
  const { pairs } = await readJudging(app, { ...where, accountId });
  const cookie = await cookieOf(app, accountId);
  await app.close();
  return { where, pairs, cookie };
}

function begin(path: string, method: string, headers: Record<string, string | number>): ClientRequest {
  return request({ host: "localhost", port, path, method, headers, agent: false });
}

async function answerTo(outgoing: ClientRequest): Promise<{ status: number | undefined; body: string }> {
  const [answer] = await once(outgoing, "response");
  return { status: answer.statusCode, body: await text(answer) };
}

const readiness = () => answerTo(begin("/readyz", "GET", { host: "any.name" }).end());

it("a stopping server reports that, answers open requests, and leaves a complete database file", async () => {
  const { where, pairs, cookie } = await oneRound();
  const [[high, low] = [0, 0]] = pairs;
  expect(await readiness()).toEqual({ status: 200, body: "Ready.\n" });

  const body = JSON.stringify({ ...where, verdicts: [[high, low, "unfair"]] });
  const origin = `http://localhost:${port}`;
  const json = { "content-type": "application/json", "content-length": body.length };
  const slow = begin("/api/trpc/ballots.save", "POST", { cookie, origin, ...json });
  slow.write(body.slice(0, 20));
  const input = encodeURIComponent(JSON.stringify({ studyId: where.studyId }));
  const stream = begin(`/api/trpc/results.events?input=${input}`, "GET", {
    cookie,
    accept: "text/event-stream",
  }).end();
  const [events] = await once(stream, "response");
  events.resume();

  const ended = server.stop({ keep: kept });
  await once(events, "close");
  expect(await readiness()).toEqual({ status: 503, body: "This server is stopping.\n" });
  expect((await answerTo(begin("/sign-in", "GET", {}).end())).status, "until a proxy has noticed").toBe(200);
  // After the drain time.
  const late = () =>
    readiness().then(
      ({ status }) => status,
      ({ code }) => code,
    );
  await expect.poll(late, { interval: 100 }).toBe("ECONNREFUSED");
  slow.end(body.slice(20));
  expect((await answerTo(slow)).status).toBe(200);
  expect(await ended).toBe(0);
  const compiled = process.env.NODE_COMPILE_CACHE ?? ".next/compiled";
  expect(readdirSync(compiled), "what Node compiled, for the next start").not.toEqual([]);

  // The file alone, as a person copies it who knows nothing of journals.
  const alone = mkdtempSync(join(folder, "alone-"));
  await copyFile(join(kept, "evenhand.sqlite"), join(alone, "evenhand.sqlite"));
  const store = await connectStore({ dataFolder: alone, databaseUrl: undefined });
  const saved = await store.read((db) => db.q.select().from(db.t.savedVerdict));
  await store.close();
  expect(saved).toMatchObject([{ high, low, word: "unfair" }]);
});

it("a stopping server waits for an unfinished request until its timeout", async () => {
  const port = await freePort();
  const brief = await startApp(port, {
    demo: false,
    logFile: join(folder, "brief.log"),
    env: { EVENHAND_STOP_SECONDS: "1" },
  });
  const origin = `http://localhost:${port}`;
  const headers = { origin, "content-type": "application/json", "content-length": 100 };
  const path = "/api/trpc/accounts.resetPassword";
  const outgoing = request({ host: "localhost", port, path, method: "POST", headers });
  outgoing.write("{");
  const cut = once(outgoing, "error");
  // By then the server has received the request.
  await (await fetch(`${origin}/readyz`)).text();
  expect(await brief.stop()).toBe(0);
  expect(await cut).toMatchObject([{ code: "ECONNRESET" }]);
  expect(readFileSync(join(folder, "brief.log"), "utf8")).toContain("stopped while these were on their way");
});
