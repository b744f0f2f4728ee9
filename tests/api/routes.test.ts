import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { playRound } from "#tests/setup/play.ts";
import { cookieOf, inRequest } from "#tests/setup/request.ts";
import { type Cast, formers, makeCast } from "./cast.ts";
import { type Person, people, whoMayFetch } from "./who-may.ts";

const engine = sqliteEngine();
let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = testApp(await engine.openStore());
  cast = await makeCast(app);
  await playRound(app, cast.study, []);
});

afterAll(async () => {
  await app.close();
  await engine.cleanUp();
});

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;
type Route = { readonly name: string; readonly method: string; readonly address: string; handler: Handler };

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

async function allRoutes(): Promise<Route[]> {
  const files = globSync("app/**/route.{ts,tsx}").sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const address = file.replace(/^app|\/route\.tsx?$/g, "");
      const exported = (await import(/* @vite-ignore */ `${process.cwd()}/${file}`)) as Record<
        string,
        Handler
      >;
      return Object.entries(exported)
        .filter(([method]) => methods.includes(method))
        .map(([method, handler]) => ({ name: `${method} ${address}`, method, address, handler }));
    }),
  );
  return found.flat();
}

const routes = await allRoutes();
/** What is in square brackets in the addresses of routes of a study. */
const present = { file: "log", table: "rounds", round: "1" };

async function ask(route: Route, cookie: string | undefined, studyId: string): Promise<number> {
  const params: Record<string, string> = { ...present, studyId };
  const path = route.address.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? "");
  const headers = { origin: "http://evenhand.example", host: "evenhand.example", ...(cookie && { cookie }) };
  const body = route.method === "POST" ? "not a table" : null;
  const request = new Request(`http://evenhand.example${path}`, { method: route.method, headers, body });
  const answer = await inRequest(app, request, (incoming) =>
    route.handler(incoming, { params: Promise.resolve(params) }),
  );
  await answer.body?.cancel();
  return answer.status;
}

it("the table of who may fetch what names every method of every route, and none that is gone", () => {
  expect(Object.keys(whoMayFetch).sort()).toEqual(routes.map(({ name }) => name).sort());
});

describe.each(routes.filter(({ address }) => address.includes("[studyId]")))("$name", (route) => {
  const cookie = (person: Person) =>
    person === "anonymous" ? undefined : cookieOf(app, cast.accounts[person].id);

  it.each(people)("answers %s as the table says", async (person) => {
    const status = await ask(route, await cookie(person), cast.study.studyId);
    if (whoMayFetch[route.name]?.includes(person)) expect([200, 404, 409, 422]).toContain(status);
    else expect(status).toBe(person === "anonymous" ? 401 : 403);
  });

  it("refuses a study that does not exist like one that is somebody else's", async () => {
    for (const studyId of [app.newId(), "nothing"]) {
      expect(await ask(route, await cookie("operator"), studyId), studyId).toBe(403);
    }
  });

  it("refuses those whose role in the study has ended", async () => {
    for (const former of formers) {
      const cookie = await cookieOf(app, cast.accounts[former].id);
      expect(await ask(route, cookie, cast.study.studyId), former).toBe(403);
    }
  });
});
