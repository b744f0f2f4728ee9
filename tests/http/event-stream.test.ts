import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { requireSignIn } from "#server/accounts/sign-in-rule.ts";
import { reviseGuidelines } from "#server/studies/guidelines.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";
import { makeCast } from "./cast.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();

const cast = await makeCast(app);

function listen(accountId: string, signal: AbortSignal): Promise<Response> {
  const input = encodeURIComponent(JSON.stringify({ studyId: cast.study.studyId }));
  return fetchAs(app, accountId, `/api/trpc/results.events?input=${input}`, {
    headers: { accept: "text/event-stream" },
    signal,
  });
}

it("reports changes until the stream ends, and then closes its connection", async () => {
  const left = new AbortController();
  const answer = await listen(cast.accounts.researcher.id, left.signal);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("connection")).toBe("close");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const events = read(answer);
  const first = await events.next();
  const { studyId, operatorId: accountId } = cast.study;
  const { seq } = await reviseGuidelines(app, {
    studyId,
    accountId,
    basedOn: 1,
    purpose: "Loans",
    body: "Look twice.",
  });
  const second = await events.next();
  expect([first.value?.head, second.value?.head]).toEqual([seq - 1, seq]);
  left.abort();
  expect((await events.next()).done).toBe(true);
});

it("ends with its reader, also after garbage collection", async () => {
  const left = new AbortController();
  const events = read(await listen(cast.accounts.researcher.id, left.signal));
  await events.next();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let turn = 0; turn < 5; turn += 1) {
    await setImmediate();
    collect();
  }
  left.abort();
  expect((await events.next()).done).toBe(true);
});

it("an auditor's stream ends once the study requires another way to sign in", async () => {
  const settings = {
    ISSUER: "https://login.example.org",
    CLIENT_ID: "x",
    CLIENT_SECRET: "x",
    NAME: "Campus",
  };
  for (const [key, value] of Object.entries(settings)) vi.stubEnv(`EVENHAND_OIDC_${key}`, value);
  const answer = await listen(cast.accounts.auditor.id, new AbortController().signal);
  const events = read(answer);
  await events.next();
  const { studyId, operatorId: accountId } = cast.study;
  await requireSignIn(app, { studyId, isRequired: true, accountId });
  expect((await events.next()).done).toBe(true);
  await requireSignIn(app, { studyId, isRequired: false, accountId });
  vi.unstubAllEnvs();
});

it("an idle stream sends a heartbeat every 15 seconds, and clients reconnect after 40 without one", async () => {
  fakeTimers("setTimeout", "clearTimeout");
  const left = new AbortController();
  const answer = await listen(cast.accounts.researcher.id, left.signal);
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  })();
  const pings = () => text.split("event: ping").length - 1;
  await until(() => text.includes('"head"'));
  expect(text).toContain('"reconnectAfterInactivityMs":40000');
  await vi.advanceTimersByTimeAsync(14_999);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(pings()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => pings() === 1);
  left.abort();
  await reading;
});

it("any other response keeps its connection", async () => {
  const input = encodeURIComponent(JSON.stringify({}));
  const answer = await fetchAs(
    app,
    cast.accounts.researcher.id,
    `/api/trpc/accounts.myStudies?input=${input}`,
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get("connection")).toBeNull();
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

/** Yields the changes that a browser receives. */
async function* read(answer: Response): AsyncGenerator<{ head: number }, undefined> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const data = lines.find((line) => line.startsWith("data:"))?.slice(5);
      const isChange = !lines.some((line) => line.startsWith("event:"));
      if (isChange && data?.includes("head")) yield JSON.parse(data);
    }
  }
  return undefined;
}
