import { formatUtcMoment } from "#server/format.ts";
import type { App } from "#server/platform/app/app.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { incident } from "#server/platform/process/incident.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";

type Removal = { readonly email: string; readonly makerName: string; readonly at: number };

/** Notifies an account's owner by mail that its second factors were removed. Returns without waiting for the mail. */
export function sendFactorsNoticeInBackground(
  app: Pick<App, "mailer">,
  { email, makerName, at }: Removal,
): void {
  if (app.mailer === null) return;
  const maker = oneLine(makerName);
  const message = {
    kind: "notice" as const,
    subject: "Your second factor for Evenhand was taken away",
    text: paragraphs(
      `On ${formatUtcMoment(at)} ${maker} took the second factors and recovery codes of your account away. Your password alone leads in now, and you were signed out everywhere.`,
      "Did you ask for it? Then sign in and set up a new one. In rounds that were open then, what you had judged is hidden from your account until they close; it still counts, and you may judge anew.",
      `If you did not ask for it, set a new password at once, and tell an operator of your study and an administrator other than ${maker}.`,
      publicAddress("/"),
    ),
  };
  app.mailer.send(email, message).catch((error: unknown) => incident(error, "mail a notice"));
}
