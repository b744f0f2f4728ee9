import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { requireSignIn } from "#server/accounts/sign-in-rule.ts";
import { freshSession, testContext } from "#tests/setup/context.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { makeCast } from "./cast.ts";
import { allProcedures, call } from "./roles.ts";
import { allRoutes, fetchAs } from "./routes.ts";
import { whoMayCall, whoMayFetch, whoMayFetchTheLog } from "./who-may.ts";

/*
 * A study under the rule "auditors sign in through the provider". Every procedure, stream and file of it refuses an
 * auditor who signed in otherwise, and answers all others as the tables say.
 */
const issuer = "https://login.example.org";
const app = await sqliteApp();
const cast = await makeCast(app);
const { studyId, operatorId } = cast.study;
await playRound(app, cast.study, []);

beforeAll(async () => {
  const settings = { ISSUER: issuer, CLIENT_ID: "evenhand", CLIENT_SECRET: "secret", NAME: "Campus" };
  for (const [key, value] of Object.entries(settings)) vi.stubEnv(`EVENHAND_OIDC_${key}`, value);
  await requireSignIn(app, {
    studyId,
    isRequired: true,
    by: { accountId: operatorId, network: "192.0.2.1" },
  });
});

const auditors = ["auditor", "judged before"] as const;
const people = [...auditors, "operator", "researcher", "observer"] as const;
type Person = (typeof people)[number];
/** By a password, by the provider of the rule, and by another one. */
const waysIn = [null, issuer, "https://other.example.org"];

const isShutOut = (person: Person, by: string | null) =>
  by !== issuer && (auditors as readonly string[]).includes(person);

const procedures = allProcedures().filter(({ definition }) => typeof definition.meta?.role === "object");

it("finds the procedures of a study, and the stream among them", () => {
  expect(procedures.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["results.events", "rounds.mine"]),
  );
});

describe.each(procedures)("$path", ({ path }) => {
  it("keeps to the rule", async () => {
    app.clock.advance(60_000);
    for (const person of people) {
      for (const by of waysIn) {
        const account = cast.accounts[person];
        const session: CurrentSession = { ...freshSession(app, account), issuer: by };
        const answer = await call(path, testContext(app, account, { session }), { studyId, surprise: true });
        const isAllowed = whoMayCall[path]?.includes(person) && !isShutOut(person, by);
        expect([person, by, answer]).toEqual([person, by, isAllowed ? "BAD_REQUEST" : "FORBIDDEN"]);
      }
    }
  });
});

const present = { file: "record", table: "rounds", round: "1", kind: "outcomes" };
const doors = (await allRoutes())
  .filter(({ address }) => address.includes("[studyId]"))
  .map((route) => ({ ...route, allowed: whoMayFetch[route.name] ?? [] }));
const [record] = doors.filter(({ address }) => address.endsWith("/[file]"));
const log = {
  name: "the log",
  method: "GET",
  address: `/api/studies/${studyId}/log`,
  allowed: whoMayFetchTheLog,
};

it("finds the files of a study", () => expect(record).toBeDefined());

describe.each([...doors, log])("$name", ({ method, address, allowed }) => {
  it("keeps to the rule", async () => {
    const params: Record<string, string> = { ...present, studyId };
    const path = address.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? "");
    for (const person of people) {
      for (const by of waysIn) {
        app.clock.advance(60_000);
        const body = method === "POST" ? "not a table" : null;
        const answer = await fetchAs(app, cast.accounts[person].id, path, { method, body }, by);
        await answer.body?.cancel();
        const isAllowed = allowed.includes(person) && !isShutOut(person, by);
        expect([person, by, answer.status !== 403]).toEqual([person, by, isAllowed]);
      }
    }
  });
});
