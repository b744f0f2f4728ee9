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
 * A study whose auditors must sign in through the provider. Its procedures, streams and files refuse an auditor who signed
 * in otherwise, and answer all others as the tables of allowed callers say.
 */
const issuer = "https://login.example.org";
const app = await sqliteApp();
const cast = await makeCast(app);
const { studyId, operatorId } = cast.study;
await playRound(app, cast.study, []);

beforeAll(async () => {
  const settings = { ISSUER: issuer, CLIENT_ID: "evenhand", CLIENT_SECRET: "secret", NAME: "Campus" };
  for (const [key, value] of Object.entries(settings)) vi.stubEnv(`EVENHAND_OIDC_${key}`, value);
  await requireSignIn(app, { studyId, isRequired: true, accountId: operatorId });
});

const auditors = ["auditor", "judged before"] as const;
const people = [...auditors, "operator", "researcher", "observer"] as const;
type Person = (typeof people)[number];
/** Sign-in by a password, by the provider of the rule, and by another provider. */
const issuers = [null, issuer, "https://other.example.org"];

const isRefused = (person: Person, by: string | null) =>
  by !== issuer && (auditors as readonly string[]).includes(person);

const procedures = allProcedures().filter(({ definition }) => typeof definition.meta?.role === "object");

it("finds the procedures of a study, and the stream among them", () => {
  expect(procedures.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["results.events", "rounds.mine"]),
  );
});

describe.each(procedures)("$path", ({ path }) => {
  it("refuses auditors who signed in otherwise, and no other member", async () => {
    app.clock.advance(60_000);
    for (const person of people) {
      for (const by of issuers) {
        const account = cast.accounts[person];
        const session: CurrentSession = { ...freshSession(app, account), issuer: by };
        const answer = await call(path, testContext(app, account, { session }), { studyId, surprise: true });
        const isAllowed = whoMayCall[path]?.includes(person) && !isRefused(person, by);
        expect([person, by, answer]).toEqual([person, by, isAllowed ? "BAD_REQUEST" : "FORBIDDEN"]);
      }
    }
  });
});

const present = { file: "record", table: "rounds", round: "1", kind: "outcomes" };
const routes = (await allRoutes())
  .filter(({ address }) => address.includes("[studyId]"))
  .map((route) => ({ ...route, allowed: whoMayFetch[route.name] ?? [] }));
const [record] = routes.filter(({ address }) => address.endsWith("/[file]"));
const log = {
  name: "the log",
  method: "GET",
  address: `/api/studies/${studyId}/log`,
  allowed: whoMayFetchTheLog,
};

it("finds the files of a study", () => expect(record).toBeDefined());

describe.each([...routes, log])("$name", ({ method, address, allowed }) => {
  it("refuses auditors who signed in otherwise, and no other member", async () => {
    const params: Record<string, string> = { ...present, studyId };
    const path = address.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? "");
    for (const person of people) {
      for (const by of issuers) {
        app.clock.advance(60_000);
        const body = method === "POST" ? "not a table" : null;
        const answer = await fetchAs(app, cast.accounts[person].id, path, { method, body }, by);
        await answer.body?.cancel();
        const isAllowed = allowed.includes(person) && !isRefused(person, by);
        expect([person, by, answer.status !== 403]).toEqual([person, by, isAllowed]);
      }
    }
  });
});
