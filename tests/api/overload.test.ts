import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { readJudging } from "#server/services/judging/read-judging.ts";
import { logger } from "#server/services/process/logger.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { judgingStudy } from "#tests/services/judging/judging-study.ts";
import { addAccount, type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { send } from "./routes.ts";

const origin = "http://evenhand.example";

/** A request with a cookie that was made before: whoever asks is signed in already. */
async function ask(app: TestApp, cookie: string, path: string, body?: object) {
  const headers = { origin, host: "evenhand.example", cookie, "content-type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await send(app, new Request(`${origin}${path}`, init));
  const said = JSON.parse(await answer.text());
  const { message, data } = said.error ?? said;
  return { status: answer.status, wait: answer.headers.get("retry-after"), refusal: data?.refusal, message };
}

describeEngines("a server with more to write than it can", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    app = testApp(await openStore());
  });
  afterAll(() => app.close());

  /** Bodies that hold every place to write in, and some that wait behind them, until they are let go. */
  function crowd() {
    const { promise: letGo, resolve: go } = Promise.withResolvers<void>();
    const hold = () => app.store.tx(() => letGo);
    return { go, over: Promise.all(Array.from({ length: 12 }, hold)) };
  }

  it("says at once that it is busy, changes nothing, and takes the same a moment later", async () => {
    const { studyId, auditorIds } = await judgingStudy(app);
    const [accountId = ""] = auditorIds;
    const where = { studyId, round: 1 };
    await openRound(app, { studyId });
    const cookie = await cookieOf(app, accountId);
    const save = () =>
      ask(app, cookie, "/api/trpc/ballots.save", {
        ...where,
        verdicts: [{ high: 0, low: 2, verdict: "unfair" }],
      });
    const { go, over } = crowd();
    await sleep(500);
    expect(await save()).toEqual({
      status: 503,
      wait: "1",
      refusal: "busy",
      message: "The server is busy and nothing was changed. Try again in a moment.",
    });
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

  const doors = ["/api/trpc/accounts.myStudies?input=%7B%7D", "/api/studies/some-study/log"];

  it("cannot be reached says so, whoever asks for what, and when to come again", async () => {
    const there = testApp(await engine.openStore());
    const cookie = await cookieOf(there, await addAccount(there, "ada"));
    const away = testApp(
      await connectStore({ dataFolder: "", databaseUrl: "postgres://nobody@127.0.0.1:1/nowhere" }),
    );
    for (const path of doors) {
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

  it("is damaged never says that it is busy", async () => {
    const written = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
    const place = (await engine.newPlace?.()) ?? { dataFolder: "" };
    const whole = testApp(await connectStore(place));
    const cookie = await cookieOf(whole, await addAccount(whole, "known-by-this-name"));
    await whole.close();
    damagePageWith(join(place.dataFolder, "evenhand.sqlite"), "known-by-this-name");
    const damaged = testApp(await connectStore(place));
    for (const path of doors) {
      expect(await ask(damaged, cookie, path)).toMatchObject({
        status: 500,
        wait: null,
        message: expect.stringMatching(/database is damaged.*Trying again will not help/),
      });
    }
    expect(written).toHaveBeenCalledWith(expect.anything(), "the database is damaged");
    written.mockRestore();
    await damaged.close();
  });
});

/** As a disk does it that gives back other bytes than it was given. */
function damagePageWith(file: string, text: string) {
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const found = bytes.indexOf(text);
  bytes.fill(0xff, found - (found % size), found - (found % size) + size);
  writeFileSync(file, bytes);
}
