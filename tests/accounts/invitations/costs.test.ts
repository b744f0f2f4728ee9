import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { giveFactor } from "#server/accounts/factors/give-factor.ts";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { changePassword, resetPassword } from "#server/accounts/invitations/change-password.ts";
import {
  createResetLink,
  invite,
  listInvitations,
  withdrawInvitation,
} from "#server/accounts/invitations/invite.ts";
import { isRightPassword, passwordGate } from "#server/accounts/passwords.ts";
import { holderOf } from "#tests/accounts/factors/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { accountsApp, addFirstAdministrator, addPerson, password, signInAs } from "./people.ts";

/** Runs the work while the password queue is full: a further sign-in is refused as busy. */
async function whileFull<T>(line: "made" | "compared", work: () => Promise<T>): Promise<T> {
  const gate = passwordGate(line);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const waiting: Promise<void>[] = [];
  while (!gate.isFull) waiting.push(gate.run(() => ended));
  try {
    return await work();
  } finally {
    end();
    await Promise.all(waiting);
    await setImmediate();
  }
}

describeEngines("a link that cannot be accepted", (openStore) => {
  const token = "an invented token";

  async function open() {
    const app = accountsApp(await openStore());
    const administrator = await addFirstAdministrator(app);
    return { app, administrator };
  }

  it("costs no hash: it is checked first", async () => {
    const { app } = await open();
    await whileFull("made", async () => {
      await refused(resetPassword(app, { token, password }), "invitation-invalid");
      await refused(acceptInvitation(app, { token, password, displayName: "Ada" }), "invitation-invalid");
    });
  });

  it("costs no hash if it was used or is of another kind", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "ada");
    const reset = await createResetLink(app, administrator, accountId);
    await whileFull("made", async () => {
      await refused(
        acceptInvitation(app, { token: reset.token, password, displayName: "Ada" }),
        "invitation-invalid",
      );
      await refused(resetPassword(app, { token: reset.token, password }), "busy");
    });
    await resetPassword(app, { token: reset.token, password });
    await whileFull("made", () =>
      refused(resetPassword(app, { token: reset.token, password }), "invitation-invalid"),
    );
  });

  it("costs no hash if it was withdrawn or has expired, to the millisecond", async () => {
    const { app, administrator } = await open();
    const accountId = await addPerson(app, "ada");
    const email = "b@example.org";
    const withdrawn = await invite(app, administrator, { email, role: "operator", studyId: null });
    const [link] = (await listInvitations(app)).links;
    await withdrawInvitation(app, link?.ref ?? "");
    const reset = await createResetLink(app, administrator, accountId);
    const resetAt = (now: number) =>
      resetPassword({ ...app, now: () => now }, { token: reset.token, password });
    await whileFull("made", async () => {
      const { token } = withdrawn;
      await refused(acceptInvitation(app, { token, password, displayName: "Ada" }), "invitation-invalid");
      await refused(resetAt(reset.expiresAt), "invitation-invalid");
      await refused(resetAt(reset.expiresAt - 1), "busy");
    });
  });

  it("costs no hash if an account already has the address", async () => {
    const { app, administrator } = await open();
    const link = await invite(app, administrator, {
      email: "ada@example.org",
      role: "operator",
      studyId: null,
    });
    await addPerson(app, "ada");
    await whileFull("made", () =>
      refused(acceptInvitation(app, { token: link.token, password, displayName: "Ada" }), "email-taken"),
    );
  });

  it("is not counted as a failed sign-in while the queue is full", async () => {
    const { app } = await open();
    const email = "karin@example.org";
    await whileFull("compared", async () => {
      for (let time = 0; time < 6; time += 1) await refused(signInAs(app, { email }), "busy");
    });
    expect(await signInAs(app, { email })).toBeDefined();
  });

  it("is not counted as a wrong current password while the queue is full", async () => {
    const { app } = await open();
    const holder = await holderOf(app, "karin@example.org");
    const session = { ...holder, confirmedAt: app.now(), issuer: null };
    const change = { present: password, next: "an entirely new one", network: holder.network };
    await whileFull("compared", async () => {
      for (let time = 0; time < 3; time += 1) {
        await refused(giveFactor(app, holder, { kind: "password", password }), "busy");
        await refused(changePassword(app, session, change), "busy");
      }
    });
    await giveFactor(app, holder, { kind: "password", password });
    await changePassword(app, session, change);
  });

  it("leaves sign-ins a queue of their own while new passwords are hashed", async () => {
    await whileFull("made", async () => expect(await isRightPassword(undefined, password)).toBe(false));
  });
});
