import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { StoreError } from "#db/store/store-error.ts";
import { logger } from "#server/platform/process/logger.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { callApi, tokenOf } from "./rest/stage.ts";
import { send } from "./routes.ts";

const origin = "http://evenhand.example";

/** Sends a request with an existing cookie, so its sender is signed in already. */
async function ask(app: TestApp, cookie: string, path: string, body?: object) {
  const headers = { origin, host: "evenhand.example", cookie, "content-type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await send(app, new Request(`${origin}${path}`, init));
  const said = JSON.parse(await answer.text());
  const { message, data } = said.error ?? said;
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return { status: answer.status, wait: answer.headers.get("retry-after"), refusal: data?.refusal, message };
}

describeEngines("a server with more writes than it can carry out", async (openStore) => {
  const app = testApp(await openStore());

  /** Starts transactions that occupy every writer, and some that wait behind them, until they are released. */
  function holdWriters() {
    const { promise: released, resolve: go } = Promise.withResolvers<void>();
    const hold = () => app.store.tx(() => released);
    return { go, over: Promise.all(Array.from({ length: 12 }, hold)) };
  }

  it("answers busy at once, changes nothing, and accepts the same request a moment later", async () => {
    const { studyId, auditorIds } = await judgingStudy(app);
    const [accountId = ""] = auditorIds;
    const where = { studyId, round: 1 };
    await openRound(app, { studyId });
    const cookie = await cookieOf(app, accountId);
    const save = () =>
      ask(app, cookie, "/api/trpc/ballots.save", {
        ...where,
        verdicts: [[0, 2, "unfair"]],
      });
    const { go, over } = holdWriters();
    // Until waiting requests have waited longer than the server allows.
    await expect.poll(() => app.store.backlogOf("write")).toBeGreaterThan(300);
    expect(await save()).toEqual({
      status: 503,
      wait: "1",
      refusal: "busy",
      message: "The server is busy and nothing was changed. Try again in a moment.",
    });
    // Refused before the session is read. On SQLite, readers never wait for writers.
    const unknown = { authorization: "Bearer unknown", "idempotency-key": "key-of-this-test" };
    const statusOf = async (method: string) => {
      const path = method === "POST" ? `/studies/${studyId}/rounds` : "/studies";
      const headers = { ...unknown, host: "evenhand.example" };
      return (await send(app, new Request(`${origin}/api/v1${path}`, { method, headers }))).status;
    };
    const reading = app.store.engine === "sqlite" ? 401 : 503;
    expect([await statusOf("POST"), await statusOf("GET"), await statusOf("HEAD")]).toEqual([
      503,
      reading,
      reading,
    ]);
    go();
    await over;
    expect((await readJudging(app, { ...where, accountId })).saved).toEqual([]);
    expect((await save()).status).toBe(200);
    expect((await readJudging(app, { ...where, accountId })).saved).toHaveLength(1);
  });
});

describe("a server whose database", () => {
  const engine = sqliteEngine();
  afterAll(() => engine.cleanUp());

  const paths = ["/api/trpc/accounts.myStudies?input=%7B%7D", "/api/studies/some-study/log"];

  it("is unavailable answers every request with 503 and retry-after", async () => {
    const there = testApp(await engine.openStore());
    const cookie = await cookieOf(there, await addAccount(there, "ada"));
    const away = testApp(
      await connectStore({ dataFolder: "", databaseUrl: "postgres://nobody@127.0.0.1:1/nowhere" }),
    );
    for (const path of paths) {
      expect(await ask(away, cookie, path)).toMatchObject({
        status: 503,
        wait: "1",
        message: expect.stringMatching(/^The server cannot reach its database at the moment/),
      });
    }
    const large = { token: "x".repeat(20_000) };
    expect(await ask(away, cookie, "/api/trpc/ballots.save", large)).toMatchObject({
      status: 503,
      refusal: "storage-away",
    });
    await away.close();
    await there.close();
  });

  it("fails during a request answers 503, and does not repeat a client's unfinished call", async () => {
    const there = testApp(await engine.openStore());
    const { studyId, operatorId } = await judgingStudy(there);
    const cookie = await cookieOf(there, operatorId);
    /** Fails after the session, the role and an earlier answer to the key were read. */
    const failing = () => {
      let left = 3;
      const read: typeof there.store.read = (body) => {
        left -= 1;
        return left < 0
          ? Promise.reject(new StoreError("unavailable", "connection lost"))
          : there.store.read(body);
      };
      return { ...there, store: { ...there.store, read, tx: there.store.tx.bind(there.store) } };
    };
    expect(await ask(failing(), cookie, `/api/studies/${studyId}/decisions`)).toMatchObject({
      status: 503,
      wait: "1",
      message: expect.stringMatching(/^The server cannot reach its database at the moment/),
    });
    const token = await tokenOf(there, operatorId);
    const given = { token, key: "key-of-this-test", json: {} };
    const path = `/studies/${studyId}/rounds`;
    const lost = await callApi(failing(), "POST", path, given);
    expect(lost.body).toMatchObject({ status: 503, code: "storage-away" });
    // The server does not know how far the call came, so it is not repeated.
    expect((await callApi(there, "POST", path, given)).body).toMatchObject({ code: "key-running" });
    await there.close();
  });

  it("is damaged never answers busy", async () => {
    const written = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
    const place = await engine.newPlace();
    const whole = testApp(await connectStore(place));
    const cookie = await cookieOf(whole, await addAccount(whole, "known-by-this-name"));
    await whole.close();
    damagePageWith(join(place.dataFolder, "evenhand.sqlite"), "known-by-this-name");
    const damaged = testApp(await connectStore(place));
    for (const path of paths) {
      expect(await ask(damaged, cookie, path)).toMatchObject({
        status: 500,
        wait: null,
        message: expect.stringMatching(/database is damaged.*Trying again does not help/),
      });
    }
    expect(written).toHaveBeenCalledWith(expect.anything(), "the database is damaged");
    written.mockRestore();
    await damaged.close();
  });
});

/** Overwrites the page that holds the text, as a faulty disk would. */
function damagePageWith(file: string, text: string) {
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const found = bytes.indexOf(text);
  bytes.fill(0xff, found - (found % size), found - (found % size) + size);
  writeFileSync(file, bytes);
}
