import { setTimeout as sleep } from "node:timers/promises";
import { beginAttempt } from "#server/accounts/attempts.ts";
import { addAccount, emailOf } from "#tests/setup/app.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";
import { Door, each, type Reply } from "./door.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

/** How often the same is tried, and how many made-up names are counted. */
type FloodSizes = { readonly count: number; readonly names: number };

/**
 * Bounded floods of a server on this machine, without a proxy. Nothing is timed: what counts is that the server refuses
 * what it must, lets nobody in, and still answers everybody else.
 */
export async function everyFlood(stage: Stage, tally: Tally, sizes: FloodSizes) {
  const server = new ServerProcess(await freePort(), { ...stage.env });
  await server.start();
  const door = new Door(server.origin, "pressing");
  try {
    await flood({ ...stage, door }, tally, sizes);
  } finally {
    door.close();
    await server.kill();
  }
}

async function flood(stage: Stage, tally: Tally, { count, names }: FloodSizes) {
  const { app, door } = stage;
  const bystander = await cookieOf(app, await addAccount(app, "bystander"));
  const floods: [string, () => Promise<void>][] = [
    ["guesses", () => guesses(stage, tally, { count, names })],
    ["big bodies", () => bigBodies(stage, tally)],
    ["odd bodies", () => oddBodies(stage, tally, bystander)],
    ["batches", () => batches(door, bystander, tally, Math.ceil(count / 4))],
    ["event streams", () => streams(stage, tally, count)],
  ];
  for (const [name, pour] of floods) {
    await pour();
    const { status } = await door.query("accounts.sessions", {}, bystander);
    tally.check(`others are answered after ${name}`, status === 200, status);
    const page = await door.ask("/sign-in");
    tally.check(`the sign-in page after ${name}`, page.status === 200, page.status);
  }
}

/** At one account from claimed addresses, then at made-up names; its owner comes in all the while, from a known device. */
async function guesses({ app, door }: Stage, tally: Tally, { count, names }: FloodSizes) {
  const email = emailOf("victim");
  const password = "the right one, which nobody guesses";
  await addAccount(app, "victim", "member", password);
  const first = await guess(door, email, password);
  tally.check("the owner comes in", first.isIn, first.text);
  let held = 0;
  await each([...Array(count).keys()], async (index) => {
    // Whoever is no proxy cannot claim an address.
    const network = `10.${index % 200}.${index % 100}.7`;
    const claimed = { "x-forwarded-for": network, "x-evenhand-peer": network };
    const answer = await guess(door, email, `guess ${index}`, claimed);
    tally.check(`guess ${index}`, !answer.isIn, answer.text);
    if (isHeldUp(answer.text)) held += 1;
  });
  tally.check("guesses from claimed addresses are held up", held > count / 2, `${held} of ${count}`);
  await each([...Array(count).keys()], async (index) => {
    const answer = await guess(door, `made-up-${index}@example.org`, "a password");
    tally.check(`made-up name ${index}`, !answer.isIn, answer.text);
  });
  await manyNames(app, tally, names);
  // A wait may be over by now; each guess let through doubles it. Had the counts been pushed out, five would be let through.
  let still = "";
  for (let guesses = 0; guesses < 4 && !isHeldUp(still); guesses += 1)
    still = (await guess(door, email, `one more guess ${guesses}`)).text;
  tally.check("made-up names free no counter", isHeldUp(still), still);
  const again = await onceTold(() => guess(door, email, password, {}, first.cookies));
  tally.check("the owner comes in from a known device", again.isIn, again.text);
}

/** As many as once pushed everybody else's counts out, straight at the counters: hashing a password each takes minutes. */
async function manyNames(app: Stage["app"], tally: Tally, names: number) {
  await each([...Array(names).keys()], async (index) => {
    const network = `network ${Math.floor(index / 15)}`;
    const attempt = { of: "password", account: `made up ${index}`, network, device: null } as const;
    const refused = await beginAttempt(app, attempt).then(() => "", String);
    tally.check(`counted name ${index}`, refused === "" || isHeldUp(refused), refused);
  });
  const rows = Number(await app.store.read((db) => db.q.$count(db.t.attempt)));
  tally.check("counters are bounded", rows < 3 * 65_536, rows);
}

/** The flood comes from the owner's own network, which has a budget too: whoever is told to wait waits, once. */
async function onceTold<Answer extends { text: string }>(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  const seconds = /wait (\d+) seconds/.exec(answer.text)?.[1];
  if (seconds === undefined) return answer;
  await sleep((Number(seconds) + 1) * 1_000);
  return ask();
}

const isHeldUp = (text: string) => /Wait|Too many/i.test(text);

async function bigBodies({ app, door, study }: Stage, tally: Tally) {
  // The connection may be closed before all of a body was written.
  const isRefused = (status: number) => status === 0 || status === 413 || status === 422;
  for (const path of ["accounts.acceptInvitation", "accounts.resetPassword"]) {
    const sizes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 100_000 : 1_000_000));
    await each(sizes, async (size) => {
      const { status } = await door.mutate(path, { token: "x".repeat(size) }, null);
      tally.check(`${size} bytes to ${path} from nobody`, isRefused(status), status);
    });
  }
  const operator = await cookieOf(app, study.operatorId);
  const files = Array.from({ length: 4 }, () => Buffer.alloc(21 * 1024 * 1024, "a"));
  const upload = async (file: Buffer) => {
    const path = `/api/studies/${study.studyId}/uploads/outcomes`;
    const { status } = await door.post(path, file, operator, "text/csv");
    tally.check("an upload above the limit", isRefused(status), status);
  };
  await each(files, upload, 2);
}

async function oddBodies({ door }: Stage, tally: Tally, cookie: string) {
  const bodies = [
    `${"[".repeat(60_000)}${"]".repeat(60_000)}`,
    `{"token":${"[".repeat(15_000)}${"]".repeat(15_000)}}`,
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"ref":{"__proto__":{"polluted":true}}}',
    '[{"constructor":{"prototype":{"polluted":true}}}]',
    "[".repeat(1_000),
    "null",
    '"text"',
    "",
  ];
  await each(bodies, async (body) => {
    const { status, text } = await door.post("/api/trpc/accounts.endSession", body, cookie);
    tally.check(`an odd body ${body.slice(0, 60)}`, status >= 400 && status < 500, `${status} ${text}`);
  });
}

/** One try to sign in, as a browser that has these cookies already. */
async function guess(
  door: Door,
  email: string,
  password: string,
  headers: Record<string, string> = {},
  has: readonly string[] = [],
) {
  const cookies = (reply: Reply) =>
    (reply.headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "");
  const csrf = await door.ask("/api/auth/csrf", { headers });
  if (csrf.status !== 200) return { isIn: false, text: csrf.text, cookies: [] };
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const answer = await door.ask("/api/auth/callback/credentials", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", origin: door.origin },
    body: JSON.stringify({ csrfToken, email, password, json: "true" }),
    cookie: [...cookies(csrf), ...has].join("; "),
  });
  const given = cookies(answer);
  return {
    isIn: given.some((cookie) => cookie.includes("session-token=ey")),
    text: decodeURIComponent(answer.text.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "")),
    // A browser that was closed keeps what is not its session.
    cookies: given.filter((cookie) => !/session-token|csrf|callback/.test(cookie)),
  };
}

async function batches(door: Door, cookie: string, tally: Tally, count: number) {
  const inputs = encodeURIComponent(
    JSON.stringify(Object.fromEntries([...Array(50).keys()].map((at) => [at, {}]))),
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
  const asked = encodeURIComponent(JSON.stringify({ studyId: study.studyId }));
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
  for (let waited = 0; waited < 600 && (statuses.length < count || open > 20); waited += 1) await sleep(100);
  tally.check(
    `${count} event streams of one account`,
    statuses.length === count && open <= 20,
    `${open} are open`,
  );
  tally.check(
    "streams end in no error of the server",
    // 503: told at the front door to come again, since this was too much at once.
    statuses.every((status) => status < 500 || status === 503),
  );
  gone.abort();
  await ended;
}
