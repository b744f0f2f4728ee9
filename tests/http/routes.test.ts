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
/** Values for the parameters in the addresses of study routes. */
const present = { file: "record", round: "1", kind: "outcomes" };

async function ask({ method, address }: Route, accountId: string | null, studyId: string): Promise<number> {
  const params: Record<string, string> = { ...present, studyId };
  const path = address.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? "");
  const body = method === "POST" ? "not a table" : null;
  const answer = await fetchAs(app, accountId, path, { method, body });
  await answer.body?.cancel();
  return answer.status;
}

it("the table of allowed requests names every method of every route, and no other", () => {
  expect(Object.keys(whoMayFetch).sort()).toEqual(routes.map(({ name }) => name).sort());
});

const studyRoutes = routes
  .filter(({ address }) => address.includes("[studyId]"))
  .flatMap((route) => {
    const studyRoute = { ...route, allowed: whoMayFetch[route.name] ?? [] };
    const file = "/api/studies/[studyId]/[file]";
    if (route.address !== file) return [studyRoute];
    const address = file.replace("[file]", "log");
    return [studyRoute, { ...studyRoute, name: `GET ${address}`, address, allowed: whoMayFetchTheLog }];
  });

describe.each(studyRoutes)("$name", (route) => {
  const idOf = (person: Person) => (person === "anonymous" ? null : cast.accounts[person].id);

  it.each(people)("answers %s as the table says", async (person) => {
    const status = await ask(route, idOf(person), cast.study.studyId);
    if (route.allowed.includes(person)) expect([200, 400, 404, 409]).toContain(status);
    else expect(status).toBe(person === "anonymous" ? 401 : 403);
  });

  it("refuses an unknown study like another account's study", async () => {
    for (const studyId of [app.newId(), "nothing"]) {
      expect(await ask(route, idOf("operator"), studyId), studyId).toBe(403);
    }
  });

  it("refuses accounts whose role in the study has ended", async () => {
    for (const former of formers) {
      expect(await ask(route, cast.accounts[former].id, cast.study.studyId), former).toBe(403);
    }
  });
});

it("each refused request for a study's file is recorded in the security log, and nothing else", async () => {
  /** Returns how often each account was refused so far. */
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
    for (const studyRoute of studyRoutes) await ask(studyRoute, cast.accounts[person].id, cast.study.studyId);
  }
  const after = await refusals();
  for (const person of signedIn) {
    const { id } = cast.accounts[person];
    const refused = studyRoutes.filter(({ allowed }) => !allowed.includes(person)).length;
    expect([person, (after.get(id) ?? 0) - (before.get(id) ?? 0)]).toEqual([person, refused]);
  }
});
