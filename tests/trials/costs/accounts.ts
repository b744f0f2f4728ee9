import { usualKeys } from "#server/schemas/key-commands.ts";
import { phoneWith } from "#tests/accounts/factors/people.ts";
import { addAccount, emailOf } from "../../setup/app.ts";
import { makePasskey } from "../../setup/passkey.ts";
import type { HttpClient } from "../http-client.ts";
import { password, type Stage } from "./stage.ts";

const nothing = { token: "x".repeat(43), ref: "0".repeat(64) };

/** Everything about accounts, which does not grow with a study. */
export async function driveAccounts(stage: Stage): Promise<void> {
  const administrator = await driveFactors(stage);
  await driveAdministration(stage, administrator);
  const { drive, signIn } = stage;
  const mine = await signIn("operator");
  await drive.ask(mine, "accounts.myStudies");
  await drive.ask(mine, "accounts.judgedBefore");
  await drive.ask(mine, "accounts.judgingKeys");
  await drive.ask(mine, "accounts.changeJudgingKeys", { ...usualKeys, areOn: false });
  await drive.ask(mine, "accounts.passwordNotices");
  await drive.ask(mine, "accounts.dismissPasswordNotice", { ref: nothing.ref });
  await drive.ask(mine, "securityLog.own");
  const wanted = { name: "Script", forStudyId: null, allowances: ["features"], days: 30 };
  const token = await drive.ask<{ id: string }>(mine, "tokens.make", wanted);
  await drive.ask(mine, "tokens.mine");
  await drive.ask(mine, "tokens.reach");
  await drive.ask(mine, "tokens.end", { id: token?.id ?? stage.app.newId() });
  const sessions = await drive.ask<{ ref: string; isThisOne: boolean }[]>(mine, "accounts.sessions");
  const other = sessions?.find(({ isThisOne }) => !isThisOne);
  await drive.ask(mine, "accounts.endSession", { ref: other?.ref ?? nothing.ref });
  await drive.ask(mine, "accounts.endOtherSessions");
  await addAccount(stage.app, "changing", "member", password);
  const changing = await signIn("changing");
  await drive.ask(changing, "accounts.changePassword", { present: password, next: `${password}, changed` });
}

/** An administrator owes a second factor: sets two up, gives one. @returns signed in */
async function driveFactors({ drive, signIn, origin }: Stage): Promise<HttpClient> {
  const administrator = await signIn("administrator");
  await drive.ask(administrator, "factors.ways");
  const offered = await drive.must<{ secret: string }>(administrator, "factors.offerAuthenticator");
  const code = phoneWith(offered.secret)(Date.now());
  const added = await drive.must<{ recoveryCodes: string[] | null }>(
    administrator,
    "factors.addAuthenticator",
    {
      name: "My phone",
      code,
    },
  );
  const { challenge } = await drive.must<{ challenge: string }>(administrator, "factors.offerPasskey");
  const response = makePasskey({ origin }).create(challenge);
  await drive.ask(administrator, "factors.addPasskey", { name: "My key", response });
  const again = await signIn("administrator");
  await drive.ask(again, "factors.askForPasskey");
  const proof = { kind: "recovery-code", code: added.recoveryCodes?.[0] ?? "" };
  await drive.must(again, "factors.give", { proof });
  type Mine = { factors: { id: string; kind: string }[] };
  const { factors } = await drive.must<Mine>(again, "factors.mine");
  const passkey = factors.find(({ kind }) => kind === "passkey") ?? factors[0];
  await drive.ask(again, "factors.rename", { id: passkey?.id, name: "My other key" });
  await drive.ask(again, "factors.makeRecoveryCodes");
  await drive.ask(again, "factors.confirm");
  await drive.ask(again, "factors.remove", { id: passkey?.id });
  return again;
}

async function driveAdministration({ app, drive, signIn }: Stage, administrator: HttpClient): Promise<void> {
  const accountId = await addAccount(app, "somebody", "operator", password);
  const client = await signIn("somebody");
  await drive.ask(administrator, "accounts.list");
  await drive.ask(administrator, "tokens.list");
  await drive.ask(administrator, "tokens.endAnyones", { id: app.newId() });
  await drive.ask(administrator, "accounts.suspend", { accountId });
  await drive.ask(administrator, "accounts.unsuspend", { accountId });
  const link = await drive.ask<{ token: string }>(administrator, "accounts.createResetLink", { accountId });
  const token = link?.token ?? nothing.token;
  await drive.ask(client, "accounts.describeInvitation", { token });
  await drive.ask(client, "accounts.resetPassword", { token, password });
  await drive.ask(administrator, "accounts.takeRole", { accountId });
  await drive.ask(administrator, "accounts.takeFactors", { accountId });
  const invite = (name: string) =>
    drive.ask<{ token: string }>(administrator, "accounts.invite", {
      email: emailOf(name),
      role: "operator",
    });
  const invitation = await invite("newcomer");
  const join = { token: invitation?.token ?? nothing.token, displayName: "Newcomer", password };
  await drive.ask(client, "accounts.acceptInvitation", join);
  const another = await invite("operator");
  const operator = await signIn("operator");
  await drive.ask(operator, "accounts.joinWithAccount", { token: another?.token ?? nothing.token });
  await invite("withdrawn");
  const open = await drive.ask<{ links: { ref: string }[] }>(administrator, "accounts.invitations");
  await drive.ask(administrator, "accounts.withdrawInvitation", { ref: open?.links[0]?.ref ?? nothing.ref });
  await drive.ask(administrator, "mail.settings");
  await drive.ask(administrator, "clock.read");
  await drive.ask(administrator, "clock.confirm");
  await drive.ask(administrator, "inside.read");
  await drive.ask(administrator, "backups.standing");
  await drive.ask(administrator, "mail.sendTest");
  await drive.ask(administrator, "securityLog.page");
  await drive.ask(administrator, "securityLog.check", { seq: 0, hash: nothing.ref, at: 0 });
}
