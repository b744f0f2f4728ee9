import { v7 } from "uuid";
import type { Store } from "#db/store/store.ts";
import { type CurrentSession, findSession } from "#server/services/accounts/sessions.ts";
import { signIn } from "#server/services/accounts/sign-in.ts";
import { SignInThrottle } from "#server/services/accounts/throttle.ts";
import { acceptInvitation } from "#server/services/invitations/accept-invitation.ts";
import { invite, issueFirstAdministratorToken } from "#server/services/invitations/invite.ts";
import { testClock } from "#tests/setup/app.ts";

export const password = "correct horse battery";

/** What the account services need, with a clock in the test's hand. */
export function accountsApp(store: Store) {
  const clock = testClock();
  return { store, clock, now: clock.now, newId: () => v7() };
}

export type AccountsTestApp = ReturnType<typeof accountsApp>;

export async function addFirstAdministrator(app: AccountsTestApp): Promise<string> {
  const token = await issueFirstAdministratorToken(app);
  if (token === null) throw new Error("somebody has an account already");
  const person = { displayName: "Karin Holm", email: "karin@example.org", password };
  return (await acceptInvitation(app, { token, ...person })).accountId;
}

export async function addPerson(
  app: AccountsTestApp,
  invitedBy: string,
  name: string,
  role: "administrator" | "operator" = "operator",
): Promise<string> {
  const email = `${name}@example.org`;
  const { token } = await invite(app, invitedBy, { email, role, studyId: null });
  return (await acceptInvitation(app, { token, displayName: name, password })).accountId;
}

type Attempt = { email: string; password?: string; network?: string; throttle?: SignInThrottle };

export async function signInAs(app: AccountsTestApp, attempt: Attempt): Promise<string> {
  const { throttle = new SignInThrottle(), ...rest } = attempt;
  const whole = { password, network: "192.0.2.1", userAgent: "a test", ...rest };
  return (await signIn(app, whole, throttle)).sessionId;
}

export async function sessionOf(app: AccountsTestApp, email: string): Promise<CurrentSession> {
  const session = await findSession(app, await signInAs(app, { email }));
  if (session === undefined) throw new Error("the session is not there");
  return session;
}
