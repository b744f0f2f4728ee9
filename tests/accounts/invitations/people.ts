import { v7 } from "uuid";
import { insertMembership } from "#db/queries/seats.ts";
import { insertStudy } from "#db/queries/studies.ts";
import type { Store } from "#db/store/store.ts";
import { type CurrentSession, findSession } from "#server/accounts/sessions.ts";
import { signIn } from "#server/accounts/sign-in.ts";
import { Marks } from "#server/platform/high-water-mark/files.ts";
import { addAccount, fixedSecrets, insertPerson, testClock, testTimekeeper } from "#tests/setup/app.ts";
import { newMarksFolder } from "#tests/setup/marks-folder.ts";

export const password = "correct horse battery";

/** The app as account services need it, with a clock that the test sets. */
export function accountsApp(store: Store) {
  const clock = testClock();
  return {
    store,
    clock,
    now: clock.now,
    newId: () => v7(),
    timekeeper: testTimekeeper(clock),
    secrets: fixedSecrets,
    mailer: null,
    marks: new Marks(newMarksFolder()),
  };
}

export type AccountsTestApp = ReturnType<typeof accountsApp>;

export function addFirstAdministrator(app: AccountsTestApp): Promise<string> {
  const person = { displayName: "Karin Holm", email: "karin@example.org" };
  return insertPerson(app, { ...person, platformRole: "administrator" }, password);
}

export function addPerson(
  app: AccountsTestApp,
  name: string,
  platformRole: "administrator" | "operator" = "operator",
): Promise<string> {
  return addAccount(app, name, platformRole, password);
}

type Attempt = { email: string; password?: string; network?: string; device?: string };

export async function signInAs(app: AccountsTestApp, attempt: Attempt): Promise<string> {
  const whole = { password, network: "192.0.2.1", userAgent: "a test", ...attempt };
  return (await signIn(app, whole)).sessionId;
}

export async function sessionOf(
  app: AccountsTestApp,
  email: string,
  word = password,
): Promise<CurrentSession> {
  const session = await findSession(app, await signInAs(app, { email, password: word }));
  if (session === undefined) throw new Error("the session is not there");
  return session;
}

/** Creates a draft, in which an account can have a role. */
export async function addStudy(app: AccountsTestApp, createdBy: string): Promise<string> {
  const id = app.newId();
  const numbers = { nextSeq: 1, headAt: 0, roundCount: 0, skippedLinks: 0, appliedSeq: 0, fence: 0 };
  const words = { name: "Small loans", state: "draft" as const, headHash: "" };
  const createdAt = app.now();
  await app.store.tx(async (tx) => {
    await insertStudy(tx, { id, ...words, ...numbers, isDemo: false, createdBy, createdAt }, "");
    await insertMembership(tx, {
      studyId: id,
      accountId: createdBy,
      role: "operator",
      wayIn: "account",
      createdAt,
    });
  });
  return id;
}
