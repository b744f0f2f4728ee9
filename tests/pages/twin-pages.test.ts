import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "#tests/setup/timers.ts";
import { onlookersWords, othersWords } from "#tests/setup/twins.ts";
import { addressesOf, type Pattern, pagePatterns, routes, type Values } from "./addresses.ts";
import { difference, hashGroups, readAnswer } from "./answers.ts";
import { type Listener, listen, subscriptions } from "./events.ts";
import { done, judgeAs } from "./judging.ts";
import { type Name, type Person, startWorlds, type World } from "./worlds.ts";

/**
 * Two real servers on the same data, at the same time. The auditor does the same in both, the others judge the
 * opposite. Until the round is closed every page, file and stream that the five roles can get must be the same, byte by
 * byte, except hashes. In one study the cells of a group column differ as well: its auditor must get the same. The
 * answers of procedures are compared in tests/http/twin-world.test.ts and twin-groups.test.ts.
 */
const roles = ["administrator", "operator", "researcher", "observer", "auditor", "anonymous"] as const;
const sealers = ["second", "auditor", "third"] as const;

/** Routes that are not files, and where they are compared. */
const otherRoutes = new Map([
  ["/api/trpc/[trpc]", "queries in tests/http/twin-world.test.ts, subscriptions below"],
  // Its answers consist of those; without a token it returns only its document.
  ["/api/v1/[...path]", "queries in tests/http/twin-world.test.ts"],
  // It describes one process at one time: the counts and durations of calls.
  ["/metrics", "what it says is named in tests/http/edge/metrics.test.ts"],
]);

/** It shows the measurements of one process; its query is compared in tests/http/twin-world.test.ts. */
const ownPages: readonly string[] = ["/administration/health"];

type TwinWorld = World & {
  readonly streams: ReadonlyMap<string, Listener>;
  isHash: (word: string) => boolean;
};

let running: Awaited<ReturnType<typeof startWorlds>>;
let worlds: readonly TwinWorld[] = [];

beforeAll(async () => {
  running = await startWorlds(2);
  worlds = await Promise.all(
    running.worlds.map(async (world) => ({
      ...world,
      streams: await listenToAll(world),
      isHash: () => false,
    })),
  );
  for (const [index, name] of sealers.entries()) {
    await eachStudy((world, studyId, at) => judgeAs(world, name, { studyId, round: 2 }, wordsOf(name, at)));
    // Each seal is a separate event only if the previous one was received.
    await heardBy("operator", 3 + index);
  }
  const later = Date.UTC(2026, 0, 9);
  await eachStudy(async ({ clients }, studyId) =>
    done(await clients.operator.mutate("rounds.extend", { studyId, round: 2, deadlineAt: later })),
  );
  for (const world of worlds) world.isHash = hashGroups(await recordOf(world));
});

afterAll(async () => {
  for (const { streams } of worlds) for (const { leave } of streams.values()) await leave();
  await running?.stop();
});

const studies = () => Object.values(running.past.studies);

/** Runs an action in each study of each world, at once. */
async function eachStudy(act: (world: TwinWorld, studyId: string, at: number) => Promise<unknown>) {
  await Promise.all(worlds.flatMap((world, at) => studies().map((studyId) => act(world, studyId, at))));
}

/** Only the other auditors' verdicts differ between the worlds. */
function wordsOf(name: Name, world: number) {
  return name === "auditor" ? onlookersWords : (othersWords[world] ?? []);
}

it("send the same events to every subscriber", async () => {
  await heardBy("operator", 3 + sealers.length);
  await heardBy("auditor", 3);
  const [one, two] = worlds.map(({ streams }) =>
    Object.fromEntries([...streams].map(([what, { heard }]) => [what, heard])),
  );
  expect(Object.keys(one ?? {})).toHaveLength(subscriptions.length * roles.length * studies().length);
  expect(two).toEqual(one);
});

it.each(pagePatterns.filter((pattern) => !ownPages.includes(pattern)))(
  "%s is the same page for each role in both worlds",
  async (pattern) => {
    const addresses = addressesOf(pattern, pageValues(pattern));
    const statuses = await compared(addresses, [{}]);
    // Some only redirect.
    expect(
      statuses.some((status) => status === 200 || status === 307),
      "no role got an answer",
    ).toBe(true);
    // As a page requests another one when a link is followed.
    const followed = await compared(
      addresses.map((address) => `${address}?_rsc`),
      [{ headers: { rsc: "1" } }],
    );
    expect(followed, "no link leads there").toContain(200);
  },
);

it.each(routes.filter(({ pattern }) => !otherRoutes.has(pattern)))(
  "$pattern is the same file for every role",
  async ({ pattern, methods }) => {
    expect(methods.length).toBeGreaterThan(0);
    await compared(
      addressesOf(pattern, routeValues(pattern)),
      methods.map((method) => ({ method })),
    );
  },
);

it("differ in the figures of groups, which only the operator gets", async () => {
  const [one, two] = await inBoth(
    "operator",
    `/studies/${running.past.studies.grouped}/results/groups?least=1`,
  );
  expect(one).toMatch(/^200/);
  expect(difference(one ?? "", two ?? "")).not.toBeNull();
});

it("differ after the round was closed", async () => {
  const studyId = running.past.studies.drawnAtClose;
  for (const { clients } of worlds)
    done(await clients.operator.mutate("rounds.close", { studyId, round: 2 }));
  const differing: [Person, string][] = [
    ["auditor", `/studies/${studyId}/results/2`],
    ["researcher", `/studies/${studyId}/rounds/2`],
    ["operator", `/studies/${studyId}/results/policy`],
    ["observer", `/studies/${studyId}/rounds/2`],
    ["researcher", `/studies/${studyId}/results/panel`],
    ["researcher", `/api/studies/${studyId}/log`],
    ["operator", `/api/studies/${studyId}/data/pairs.csv`],
  ];
  for (const [name, address] of differing) {
    const [one, two] = await inBoth(name, address);
    expect(one, address).not.toBe(two);
  }
});

/** Sends a request as each role in both worlds. @returns the statuses of the answers */
async function compared(addresses: readonly string[], ways: readonly RequestInit[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) {
    for (const init of ways) {
      const requesting = address.includes(running.past.studies.grouped) ? (["auditor"] as const) : roles;
      statuses.push(...(await Promise.all(requesting.map((name) => statusInBoth(name, address, init)))));
    }
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  return statuses;
}

/** Fails if the two worlds answer differently. */
async function statusInBoth(name: Person, address: string, init: RequestInit): Promise<number> {
  const [one = "", two = ""] = await inBothAlike(name, address, init);
  expect(difference(one, two), `${init.method ?? "GET"} ${address} as ${name}`).toBeNull();
  return Number(one.slice(0, 3));
}

/**
 * The parts of a page that are sent as they become ready come in an order that differs from answer to answer of one
 * server: the request is repeated until both have the same order. Differences caused by the other auditors persist.
 */
async function inBothAlike(name: Person, address: string, init: RequestInit): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const [one, two] = await inBoth(name, address, init);
    if (one === two || tries === 30) return [one ?? "", two ?? ""];
  }
}

function inBoth(name: Person, address: string, init: RequestInit = {}): Promise<string[]> {
  return Promise.all(
    worlds.map(async (world) => {
      const headers = { ...init.headers, origin: world.origin };
      return readAnswer(world, await world.clients[name].send(address, { ...init, headers }), world.isHash);
    }),
  );
}

function pageValues(pattern: Pattern): Values {
  const { draft, token, report } = running.past;
  return {
    studyId: pattern.includes("/draft") ? [draft] : studies(),
    round: ["1", "2"],
    // The opening, a ballot, the new deadline.
    seq: [0, 1, 4].map((later) => String(running.past.head + later)),
    study: studies(),
    step: ["purpose", "people", "rules", "settings", "publish"],
    name: ["log-format"],
    text: ["imprint"],
    token: [pattern.startsWith("/reports") ? report : token],
  };
}

function routeValues(pattern: Pattern): Values {
  const { draft, studies: of } = running.past;
  return {
    studyId: pattern.includes("/uploads") ? [...studies(), draft] : studies(),
    kind: ["people", "past-records", "further-people", "outcomes", "rules"],
    // The log of the grouped study has other digests of people in each world, so its checkpoints and tiles differ.
    study: [of.drawnAtClose, of.drawnAtOpening],
    tile: ["0/000.p/1", "0/000.p/12", "0/000.p/13", "1/000"],
    round: ["1", "2"],
    picture: ["judging-wide-light.png"],
    token: [running.past.report],
    file: filesOf(pattern),
    why: ["host", "address", "method"],
    nextauth: ["session", "providers"],
  };
}

function filesOf(pattern: Pattern): string[] {
  if (pattern.includes("/administration")) return ["log.jsonl", "table.csv"];
  if (pattern.includes("/data/")) {
    return ["reports", "loss", "picked", "rules", "limits", "moved", "remembered", "changed"].map(
      (table) => `${table}.csv`,
    );
  }
  // The same file of a study would exceed the limit of downloads per minute, since the clock does not move.
  return pattern.startsWith("/reports") ? ["report.html"] : ["log", "record"];
}

async function listenToAll(world: World): Promise<Map<string, Listener>> {
  const listeners = new Map<string, Listener>();
  for (const path of subscriptions) {
    for (const name of roles) {
      for (const studyId of studies()) {
        listeners.set(`${path} ${name} ${studyId}`, await listen(world.clients[name], path, { studyId }));
      }
    }
  }
  return listeners;
}

/** Waits until a role has received this many events of each study in both worlds: status, current state, then changes. */
async function heardBy(name: Person, count: number): Promise<void> {
  const counts = () =>
    worlds.flatMap(({ streams }) =>
      studies().map((studyId) => streams.get(`results.events ${name} ${studyId}`)?.heard.length),
    );
  await until(() => counts().every((one) => one === count));
}

/** All texts with a hash: the logs, and the heads, whose hashes are in no entry yet. */
async function recordOf({ clients: { researcher } }: World): Promise<string> {
  const parts = studies().map(async (studyId) => [
    await researcher.text(`/api/studies/${studyId}/log`),
    rootOf(await researcher.text(`/checkpoints/${studyId}/checkpoint`)),
    JSON.stringify(await researcher.query("studies.read", { studyId })),
  ]);
  return (await Promise.all(parts)).flat().join("");
}

/** Reads the root of a checkpoint's tree, its third line, as hex. */
function rootOf(checkpoint: string): string {
  return Buffer.from(checkpoint.split("\n")[2] ?? "", "base64").toString("hex");
}
