import { formatUtcMoment } from "#server/format.ts";
import type { App } from "#server/platform/app/app.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { incident } from "#server/platform/process/incident.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";

type Reset = {
  readonly email: string;
  /** Name of the link's maker; null: the link was made on the server itself. */
  readonly makerName: string | null;
  readonly madeAt: number;
  readonly at: number;
};

/** Notifies an account's owner by mail that its password was set by a link. Returns without waiting for the mail. */
export function sendResetNoticeInBackground(app: Pick<App, "mailer">, reset: Reset): void {
  if (app.mailer === null) return;
  const { email, madeAt, at } = reset;
  const maker = reset.makerName === null ? null : oneLine(reset.makerName);
  const made = maker === null ? "was made on the server itself" : `${maker} made`;
  const whom = maker === null ? " and an administrator" : `, and an administrator other than ${maker}`;
  const message = {
    kind: "notice" as const,
    subject: "Your password for Evenhand was set anew",
    text: paragraphs(
      `On ${formatUtcMoment(at)} the password of your account was set anew, by a link that ${made} on ${formatUtcMoment(madeAt)}.`,
      "Was it you? Then there is nothing to do. In rounds that were open then, what you had judged is hidden from your account until they close; it still counts, and you may judge anew.",
      `If it was not you, somebody else is in your account: tell an operator of your study${whom}.`,
      publicAddress("/"),
    ),
  };
  app.mailer.send(email, message).catch((error: unknown) => incident(error, "mail a notice"));
}
