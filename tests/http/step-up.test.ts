import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "#server/accounts/account-limits.ts";
import { freshSession, testContext } from "#tests/setup/context.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { type Cast, makeCast } from "./cast.ts";
import { allProcedures, call } from "./roles.ts";
import { whoMayCall } from "./who-may.ts";

/** Sensitive procedures, listed by hand: another person at an unlocked browser must not be able to call them. */
const sensitive = [
  "accounts.suspend",
  "accounts.delete",
  "accounts.changeName",
  "accounts.requestEmailChange",
  "accounts.changeEmail",
  "accounts.deleteOwn",
  "accounts.takeRole",
  "accounts.unsuspend",
  "accounts.createResetLink",
  "accounts.invite",
  "accounts.takeFactors",
  "clock.confirm",
  "whatIf.takeHistory",
  "factors.offerPasskey",
  "factors.addPasskey",
  "factors.offerAuthenticator",
  "factors.addAuthenticator",
  "factors.remove",
  "factors.makeRecoveryCodes",
  "factors.confirm",
  "panel.endMembership",
  "panel.replaceSeat",
  "report.share",
  "rounds.cancel",
  "overrides.record",
  "studies.delete",
  "tokens.make",
  "webhooks.add",
  "webhooks.replaceSecret",
];

/** Open to accounts that still need their second factor: enough to give one, or to set up the first. */
const openWithoutFactor = [
  "factors.ways",
  "factors.askForPasskey",
  "factors.give",
  "factors.offerPasskey",
  "factors.addPasskey",
  "factors.offerAuthenticator",
  "factors.addAuthenticator",
];

const app = await sqliteApp();
const cast = await makeCast(app);

const inputOf = () => ({ studyId: cast.study.studyId, surprise: true });
const paths = allProcedures().map(({ path }) => path);

it("names only existing procedures", () => {
  for (const path of [...sensitive, ...openWithoutFactor]) expect(paths).toContain(path);
});

describe.each(paths)("%s", (path) => {
  // There are more procedures than calls that one network may make in a minute.
  beforeAll(() => app.clock.advance(1_000));

  it(`${sensitive.includes(path) ? "requires" : "does not require"} a fresh confirmation after ten minutes`, async () => {
    const [person] = (whoMayCall[path] ?? []).filter((name) => name !== "anonymous");
    if (person === undefined) throw new Error(`${path} has no allowed callers`);
    const account = cast.accounts[person as keyof Cast["accounts"]];
    const answers = [];
    for (const ago of [limits.confirmationLife - 1_000, limits.confirmationLife + 1_000]) {
      const session = { ...freshSession(app, account), confirmedAt: app.now() - ago };
      answers.push(await call(path, testContext(app, account, { session }), inputOf()));
    }
    expect(answers).toEqual([
      "BAD_REQUEST",
      sensitive.includes(path) ? "PRECONDITION_FAILED" : "BAD_REQUEST",
    ]);
  });

  it("is closed to an account that still needs its second factor, unless it gives one or is public", async () => {
    const holder = cast.accounts.administrator;
    const waiting = { ref: "0".repeat(64), holder, owes: "factor", confirmedAt: app.now() } as const;
    const isOpen = openWithoutFactor.includes(path) || whoMayCall[path]?.includes("anonymous");
    const answer = await call(path, testContext(app, null, { waiting }), inputOf());
    expect(answer).toBe(isOpen ? "BAD_REQUEST" : "UNAUTHORIZED");
  });
});

it.each([
  "factors.offerPasskey",
  "factors.addPasskey",
  "factors.offerAuthenticator",
  "factors.addAuthenticator",
])(
  "%s requires the password again from an account that needs a factor and gave it long ago",
  async (path) => {
    const confirmedAt = app.now() - limits.confirmationLife - 1_000;
    const waiting = {
      ref: "0".repeat(64),
      holder: cast.accounts.administrator,
      owes: "set-up",
      confirmedAt,
    } as const;
    expect(await call(path, testContext(app, null, { waiting }), inputOf())).toBe("PRECONDITION_FAILED");
  },
);
