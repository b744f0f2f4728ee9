import { describe, expect, it } from "vitest";
import { recordRefusals } from "#server/platform/security-log/note-refusal.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { formers, makeCast } from "./cast.ts";
import { allRoutes, fetchAs, type Route } from "./routes.ts";
import { type Person, people, whoMayFetch, whoMayFetchTheLog } from "./who-may.ts";

const app = await sqliteApp();

const cast = await makeCast(app);
await playRound(app, cast.study, []);

const routes = await allRoutes();
/** What is in square brackets in the addresses of routes of a study. */
const present = { file: "record", table: "rounds", round: "1", kind: "outcomes" };

async function ask({ method, address }: Route, accountId: string | null, studyId: string): Promise<number> {
  const params: Record<string, string> = { ...present, studyId };
  const path = address.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? "");
  const body = method === "POST" ? "not a table" : null;
  const answer = await fetchAs(app, accountId, path, { method, body });
  await answer.body?.cancel();
  return answer.status;
}

it("the table of who may fetch what names every method of every route, and none that is gone", () => {
  expect(Object.keys(whoMayFetch).sort()).toEqual(routes.map(({ name }) => name).sort());
});

const doors = routes
  .filter(({ address }) => address.includes("[studyId]"))
  .flatMap((route) => {
    const door = { ...route, allowed: whoMayFetch[route.name] ?? [] };
    const file = "/api/studies/[studyId]/[file]";
    if (route.address !== file) return [door];
    const address = file.replace("[file]", "log");
    return [door, { ...door, name: `GET ${address}`, address, allowed: whoMayFetchTheLog }];
  });

describe.each(doors)("$name", (route) => {
  const idOf = (person: Person) => (person === "anonymous" ? null : cast.accounts[person].id);

  it.each(people)("answers %s as the table says", async (person) => {
    const status = await ask(route, idOf(person), cast.study.studyId);
    if (route.allowed.includes(person)) expect([200, 400, 404, 409]).toContain(status);
    else expect(status).toBe(person === "anonymous" ? 401 : 403);
  });

  it("refuses a study that does not exist like one that is somebody else's", async () => {
    for (const studyId of [app.newId(), "nothing"]) {
      expect(await ask(route, idOf("operator"), studyId), studyId).toBe(403);
    }
  });

  it("refuses those whose role in the study has ended", async () => {
    for (const former of formers) {
      expect(await ask(route, cast.accounts[former].id, cast.study.studyId), former).toBe(403);
    }
  });
});

it("each refused file of a study is recorded in the security log, and nothing else", async () => {
  /** How often each account was refused, so far. */
  const refusals = async () => {
    await recordRefusals(app);
    const events = await app.store.tx((tx) => tx.q.select().from(tx.t.securityEvent));
    const counts = new Map<string | null, number>();
    for (const { accountId, entry } of events.filter(({ kind }) => kind === "access.refused"))
      counts.set(accountId, (counts.get(accountId) ?? 0) + JSON.parse(entry).detail.count);
    return counts;
  };
  const before = await refusals();
  const signedIn = people.filter((person) => person !== "anonymous");
  for (const person of signedIn) {
    for (const door of doors) await ask(door, cast.accounts[person].id, cast.study.studyId);
  }
  const after = await refusals();
  for (const person of signedIn) {
    const { id } = cast.accounts[person];
    const refused = doors.filter(({ allowed }) => !allowed.includes(person)).length;
    expect([person, (after.get(id) ?? 0) - (before.get(id) ?? 0)]).toEqual([person, refused]);
  }
});
