import { setTimeout as sleep } from "node:timers/promises";
import { addAccount, emailOf } from "#tests/setup/app.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";
import { Door, each } from "./door.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

/**
 * Bounded floods of a server on this machine, without a proxy. Nothing is timed: what counts is that the server refuses what it must,
 * lets nobody in, and still answers everybody else.
 */
export async function everyFlood(stage: Stage, tally: Tally, count: number) {
  const server = new ServerProcess(await freePort(), { ...stage.env });
  await server.start();
  const door = new Door(server.origin, "pressing");
  try {
    await flood({ ...stage, door }, tally, count);
  } finally {
    door.close();
    await server.kill();
  }
}

async function flood(stage: Stage, tally: Tally, count: number) {
  const { app, door, study } = stage;
  const password = "the right one, which nobody guesses";
  await addAccount(app, "victim", "member", password);
  const bystander = await cookieOf(app, await addAccount(app, "bystander"));
  const operator = await cookieOf(app, study.operatorId);
  const stays = async (after: string) => {
    const { status } = await door.query("accounts.sessions", {}, bystander);
    tally.check(`others are answered after ${after}`, status === 200, status);
    const page = await door.ask("/sign-in");
    tally.check(`the sign-in page after ${after}`, page.status === 200, page.status);
  };

  let held = 0;
  const guesses = Array.from({ length: count }, (_, index) => index);
  await each(guesses, async (index) => {
    // Whoever is no proxy cannot claim an address.
    const claimed = {
      "x-forwarded-for": `10.${index % 200}.${index % 100}.7`,
      "x-evenhand-peer": `10.0.0.${index}`,
    };
    const answer = await guess(door, emailOf("victim"), `guess ${index}`, claimed);
    tally.check(`guess ${index}`, !answer.isIn, answer.text);
    if (/Wait|Too many/i.test(answer.text)) held += 1;
  });
  tally.check("guesses from claimed addresses are held up", held > count / 2, `${held} of ${count}`);
  await stays("guesses");

  await each(guesses, async (index) => {
    const answer = await guess(door, `made-up-${index}@example.org`, "a password", {});
    tally.check(`made-up name ${index}`, !answer.isIn, answer.text);
  });
  const still = await guess(door, emailOf("victim"), "one more guess", {});
  tally.check(
    "made-up names do not free the victim's counter",
    /Wait|Too many/i.test(still.text),
    still.text,
  );
  await stays("made-up names");

  const big = "x".repeat(1_000_000);
  const publicOnes = ["accounts.acceptInvitation", "accounts.resetPassword"];
  await each(guesses.slice(0, 60), async (index) => {
    const path = publicOnes[index % publicOnes.length] ?? "";
    const { status } = await door.mutate(path, { token: big }, null);
    // The connection may be closed before all of a body was written.
    tally.check(`a big body to ${path}`, [0, 413].includes(status), status);
    const medium = await door.mutate(path, { token: "x".repeat(100_000) }, null);
    tally.check(`100 KB to ${path} from nobody`, [0, 413].includes(medium.status), medium.status);
  });
  await stays("big bodies");

  await each(
    guesses.slice(0, 4),
    async () => {
      const { studyId } = study;
      const path = `/api/studies/${studyId}/uploads/outcomes`;
      const { status } = await door.post(path, Buffer.alloc(21 * 1024 * 1024, "a"), operator, "text/csv");
      tally.check("an upload above the limit", [0, 413, 422].includes(status), status);
    },
    2,
  );
  await stays("big uploads");

  const nested = `{"json":${"[".repeat(60_000)}${"]".repeat(60_000)}}`;
  const polluting = [
    nested,
    '{"json":{"__proto__":{"polluted":true}}}',
    '{"json":{"constructor":{"prototype":{"polluted":true}}}}',
    '{"json":{"a":"1"},"meta":{"values":{"__proto__.polluted":["Date"]}}}',
    '{"json":{"a":"1"},"meta":{"values":{"constructor.prototype.polluted":["undefined"]},"referentialEqualities":{"a":["__proto__.polluted"]}}}',
    '{"json":{},"meta":{"values":[["Date"],[["Date"]]]}}',
    "[".repeat(1_000),
    "null",
    '"text"',
    "",
  ];
  await each(polluting, async (body) => {
    const { status, text } = await door.post("/api/trpc/accounts.endSession", body, bystander);
    tally.check(`an odd body ${body.slice(0, 60)}`, status >= 400 && status < 500, `${status} ${text}`);
  });
  await stays("odd bodies");

  await batches(door, bystander, tally, Math.ceil(count / 4));
  await stays("batches");
  await streams(stage, tally, count);
  await stays("event streams");
}

/** One try to sign in. */
async function guess(door: Door, email: string, password: string, headers: Record<string, string>) {
  const csrf = await door.ask("/api/auth/csrf", { headers });
  const cookie = (csrf.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  if (csrf.status !== 200) return { isIn: false, text: csrf.text };
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const answer = await door.ask("/api/auth/callback/credentials", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", origin: door.origin },
    body: JSON.stringify({ csrfToken, email, password, json: "true" }),
    cookie,
  });
  const isIn = (answer.headers["set-cookie"] ?? []).some((line) => line.includes("session-token=ey"));
  return {
    isIn,
    text: decodeURIComponent(answer.text.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "")),
  };
}

async function batches(door: Door, cookie: string, tally: Tally, count: number) {
  const inputs = encodeURIComponent(
    JSON.stringify(Object.fromEntries([...Array(50).keys()].map((at) => [at, { json: {} }]))),
  );
  await each([...Array(count).keys()], async (index) => {
    const size = 10 + (index % 40);
    const paths = Array(size).fill("accounts.myStudies").join(",");
    const { status } = await door.ask(`/api/trpc/${paths}?batch=1&input=${inputs}`, { cookie });
    const expected = size === 10 ? [200, 207, 429] : [400, 429];
    tally.check(`a batch of ${size}`, expected.includes(status), status);
  });
}

/** Streams of one account that stay open together: beyond some number the oldest end. */
async function streams({ door, study, app }: Stage, tally: Tally, count: number) {
  const cookie = await cookieOf(app, study.auditorIds[0] ?? "");
  const gone = new AbortController();
  const asked = encodeURIComponent(JSON.stringify({ json: { studyId: study.studyId } }));
  const statuses: number[] = [];
  let open = 0;
  const listening = Array.from({ length: count }, async () => {
    const answer = await fetch(`${door.origin}/api/trpc/watching.events?input=${asked}`, {
      headers: { cookie, accept: "text/event-stream" },
      signal: gone.signal,
    });
    statuses.push(answer.status);
    if (answer.status !== 200) return answer.body?.cancel();
    open += 1;
    await answer.text();
    open -= 1;
  });
  const ended = Promise.allSettled(listening);
  for (let waited = 0; waited < 50 && (statuses.length < count || open > 20); waited += 1) await sleep(100);
  tally.check(
    `${count} event streams of one account`,
    statuses.length === count && open <= 20,
    `${open} are open`,
  );
  tally.check(
    "streams end in no error of the server",
    statuses.every((status) => status < 500),
  );
  gone.abort();
  await ended;
}
