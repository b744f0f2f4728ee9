import { describe, expect, it, vi } from "vitest";
import { StoreError } from "#db/store/store-error.ts";
import { answer } from "#server/http/http.ts";
import { logger } from "#server/platform/process/logger.ts";
import { type CurrentRequest, enterRequest } from "#server/platform/process/request.ts";
import type { TestApp } from "#tests/setup/app.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { type Cast, contextFor, makeCast } from "./cast.ts";
import { callApi } from "./rest/stage.ts";

/** What each kind of refusal sends: only the message and the five fields of `ErrorData`. */
const app = await sqliteApp();

const cast = await makeCast(app);

const address = "http://evenhand.example/api/trpc";

type Who = keyof Cast["accounts"] | null;

async function query(path: string, input: unknown, who: Who = null, on = app) {
  const encoded = encodeURIComponent(JSON.stringify(input));
  const context = { ...contextFor(on, who && cast.accounts[who]) };
  const response = await answer(new Request(`${address}/${path}?input=${encoded}`), async () => context);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, ...(await errorOf(response)) };
}

async function mutate(path: string, input: unknown, who: Who) {
  const headers = {
    origin: "http://evenhand.example",
    host: "evenhand.example",
    "content-type": "application/json",
  };
  const init = { method: "POST", headers, body: JSON.stringify(input) };
  const context = contextFor(app, who && cast.accounts[who]);
  const response = await answer(new Request(`${address}/${path}`, init), async () => context);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, ...(await errorOf(response)) };
}

async function errorOf(response: Response) {
  const text = await response.text();
  expect(text).not.toMatch(/stack|node_modules|\.ts\b|DomainError|TRPCError|Zod/);
  const { error } = JSON.parse(text) as {
    error: { code: number; message: string; data: Record<string, unknown> };
  };
  expect(Object.keys(error).sort()).toEqual(["code", "data", "message"]);
  const { message, data } = error;
  return { message, data };
}

const plain = { refusal: null, problems: [], incident: null, request: null };

describe("a refusal over the wire", () => {
  it("of a visitor without a session", async () => {
    expect(await query("accounts.myStudies", {})).toEqual({
      status: 401,
      message: "Sign in first.",
      data: { ...plain, code: "UNAUTHORIZED", httpStatus: 401, refusal: "not-signed-in" },
    });
  });

  it.each([
    ["de-AT", "Melden Sie sich zuerst an."],
    ["es", "Inicie sesión primero."],
    ["fr", "Sign in first."],
  ])("is in the reader's language: %s", async (language, sentence) => {
    enterRequest(undefined, language);
    expect(await query("accounts.myStudies", {})).toMatchObject({ status: 401, message: sentence });
  });

  it("of a role names the required role and the present one", async () => {
    const forbidden = { ...plain, code: "FORBIDDEN", httpStatus: 403, refusal: "forbidden" };
    const { studyId } = cast.study;
    expect(await query("accounts.list", {}, "operator")).toEqual({
      status: 403,
      message: "Only an administrator can do this.",
      data: forbidden,
    });
    expect(await mutate("drafts.create", { name: "Loans" }, "auditor")).toMatchObject({
      message: "Only an operator can do this.",
    });
    expect(await query("studies.read", { studyId }, "auditor")).toEqual({
      status: 403,
      message:
        "Only an operator, a researcher or an observer of this study can do this. You are an auditor in it.",
      data: forbidden,
    });
    expect(await query("studies.read", { studyId }, "outsider")).toEqual({
      status: 403,
      message: "You have no role in this study.",
      data: forbidden,
    });
  });

  it("of a role is recorded in the security log, without the requested procedure", async () => {
    await query("accounts.list", {}, "auditor");
    const recorded = async () => {
      const events = await app.store.read((db) => db.q.select().from(db.t.securityEvent));
      return events.filter(
        ({ kind, accountId }) => kind === "access.refused" && accountId === cast.accounts.auditor.id,
      );
    };
    await expect.poll(async () => (await recorded()).length).toBe(1);
    expect(JSON.stringify(await recorded())).not.toContain("accounts.list");
  });

  it("of a service carries its code and every problem", async () => {
    const { studyId } = cast.study;
    const outcomes = [1, 2].map((position) => ({ round: 7, position, value: "yes" }));
    const batch = { studyId, idempotencyKey: "a key of ours", outcomes };
    const { status, data } = await mutate("outcomes.record", batch, "operator");
    expect(status).toBe(404);
    expect(data).toMatchObject({ code: "NOT_FOUND", refusal: "not-found", incident: null });
    expect(data.problems).toMatchObject([
      { row: 1, field: "outcome" },
      { row: 2, field: "outcome" },
    ]);
  });

  it("of an input names each field, with its own message", async () => {
    const answered = await mutate("drafts.create", { name: "" }, "operator");
    const problem = { field: "name", message: "Give the study a name." };
    expect(answered).toEqual({
      status: 400,
      message: problem.message,
      data: { ...plain, code: "BAD_REQUEST", httpStatus: 400, problems: [problem] },
    });
  });

  it.each(["x", "0", "\0", "../", "1".repeat(10_000), 7, null, undefined, ["x"], { id: "x" }])(
    "of the study id %j is the same as of another account's study",
    async (named) => {
      const input = { studyId: named, seq: 0 } as { studyId: string; seq: number };
      const foreign = await query("results.entry", { studyId: app.newId(), seq: 0 }, "operator");
      expect(foreign.status).toBe(403);
      expect(await query("results.entry", input, "operator")).toEqual(foreign);
      expect((await mutate("rounds.open", input, "operator")).status).toBe(403);
    },
  );

  it.each(["x", 7, null])("of %j in place of an object is the same too", async (input) => {
    expect((await query("results.entry", input, "operator")).status).toBe(403);
  });

  it("of a full or busy database says that nothing was changed", async () => {
    for (const [code, refusal] of [
      ["full", "storage-full"],
      ["busy", "busy"],
    ] as const) {
      const failing = withStore(new StoreError(code, "SQLITE_FULL at /srv/data"));
      const { status, message, data } = await query("accounts.myStudies", {}, "operator", failing);
      expect([status, data.refusal, data.incident]).toEqual([503, refusal, null]);
      expect(message).toMatch(/nothing was changed/);
    }
  });

  it("names the request by the id in the application log, if it has one", async () => {
    const [data, request] = await duringRequest("of-this-test", async (request) => [
      (await query("accounts.myStudies", {})).data,
      request,
    ]);
    expect(data).toMatchObject({ refusal: "not-signed-in", request: "of-this-test" });
    expect(request).toMatchObject({ isNoted: true });
    const { body } = await duringRequest("of-a-program", () => callApi(app, "GET", "/studies"));
    expect(body).toMatchObject({ code: "not-signed-in", request: "of-a-program" });
  });

  it("of an unexpected error has an incident id to quote and nothing of the error", async () => {
    const written = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
    for (const error of [
      new Error("secret"),
      new TypeError("secret"),
      new StoreError("statement", "secret"),
    ]) {
      const { status, message, data } = await query("accounts.myStudies", {}, "operator", withStore(error));
      expect(status).toBe(500);
      expect(data).toEqual({
        ...plain,
        code: "INTERNAL_SERVER_ERROR",
        httpStatus: 500,
        incident: expect.stringMatching(/^[0-9a-f]{12}$/),
      });
      expect(message).toContain(`quote ${data.incident}`);
      expect(message).not.toContain("secret");
    }
    expect(written).toHaveBeenCalledTimes(3);
    const err = expect.objectContaining({ message: "secret" });
    for (const [about] of written.mock.calls) expect(about).toMatchObject({ err, where: "procedure" });
  });

  it.each([
    ["an unknown procedure", () => query("accounts.nothing", {}), 404, "There is nothing at this address."],
    [
      "a change by GET",
      () => query("drafts.create", {}),
      405,
      "This address does not accept this kind of request.",
    ],
  ])("of %s has a message of our own", async (_, ask, status, message) => {
    expect(await ask()).toMatchObject({ status, message, data: plain });
  });
});

/** Runs the work during a request. Without the wait the rest of the file would belong to that request. */
async function duringRequest<T>(id: string, work: (request: CurrentRequest) => Promise<T>): Promise<T> {
  await undefined;
  return work(enterRequest(id));
}

function withStore(error: Error): TestApp {
  return { ...app, store: { ...app.store, read: () => Promise.reject(error) } };
}
