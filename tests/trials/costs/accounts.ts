import { addAccount, emailOf } from "../../setup/app.ts";
import { password, type Stage } from "./stage.ts";

/** Everything about accounts, which does not grow with a study. */
export async function driveAccounts({ app, drive, signIn, ids }: Stage): Promise<void> {
  const administrator = await signIn("administrator");
  const somebody = await addAccount(app, "somebody", "member", password);
  const client = await signIn("somebody");
  await drive.ask(administrator, "accounts.list");
  await drive.ask(administrator, "accounts.suspend", { accountId: somebody });
  await drive.ask(administrator, "accounts.unsuspend", { accountId: somebody });
  const link = await drive.ask<{ token: string }>(administrator, "accounts.createResetLink", {
    accountId: somebody,
  });
  const token = link?.token ?? "x".repeat(43);
  await drive.ask(client, "accounts.describeInvitation", { token });
  await drive.ask(client, "accounts.resetPassword", { token, password });
  const invite = (name: string) =>
    drive.ask<{ token: string }>(administrator, "accounts.invite", {
      email: emailOf(name),
      role: "operator",
    });
  const invitation = await invite("newcomer");
  const join = { token: invitation?.token ?? "x".repeat(43), displayName: "Newcomer", password };
  await drive.ask(client, "accounts.acceptInvitation", join);
  const another = await invite("operator");
  const again = await signIn("operator");
  await drive.ask(again, "accounts.joinWithAccount", { token: another?.token ?? "x".repeat(43) });
  await invite("withdrawn");
  const open = await drive.ask<{ ref: string }[]>(administrator, "accounts.invitations");
  await drive.ask(administrator, "accounts.withdrawInvitation", { ref: open?.[0]?.ref ?? "0".repeat(64) });
  await drive.ask(administrator, "mail.settings");
  await drive.ask(administrator, "mail.sendTest");
  await drive.ask(administrator, "mail.sendLink", { token });

  const mine = await signIn("operator");
  await drive.ask(mine, "accounts.myStudies");
  const sessions = await drive.ask<{ ref: string; isThisOne: boolean }[]>(mine, "accounts.sessions");
  const other = sessions?.find(({ isThisOne }) => !isThisOne);
  await drive.ask(mine, "accounts.endSession", { ref: other?.ref ?? "0".repeat(64) });
  await drive.ask(mine, "accounts.endOtherSessions");
  const changing = await signIn("somebody").catch(() => client);
  await drive.ask(changing, "accounts.changePassword", { present: password, next: `${password}, changed` });
  if (ids.operator === undefined) throw new Error("there is no operator");
}
