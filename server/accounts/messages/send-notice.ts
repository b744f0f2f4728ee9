import * as t from "#messages/mails.ts";
import { formatUtcMoment } from "#server/format.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { languageOfMail } from "#server/platform/mail/language.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { incident } from "#server/platform/process/incident.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";

type NoticeApp = Pick<App, "mailer" | "store">;
type Removal = { readonly email: string; readonly makerName: string; readonly at: number };
type Reset = {
  readonly email: string;
  /** Name of the link's maker; null: the link was made on the server itself. */
  readonly makerName: string | null;
  readonly madeAt: number;
  readonly at: number;
};

/** Notifies an account's owner by mail that its second factors were removed. Returns without waiting for the mail. */
export function sendFactorsNoticeInBackground(app: NoticeApp, { email, makerName, at }: Removal): void {
  const maker = oneLine(makerName);
  sendInBackground(app, email, () => ({
    subject: t.factorsSubject(),
    text: paragraphs(
      t.factorsText({ at: formatUtcMoment(at), maker }),
      t.factorsAsked(),
      t.openVerdicts(),
      t.factorsNotAsked({ maker }),
      publicAddress(),
    ),
  }));
}

/** The end of all earlier access to an account: its address, and the makers of the links that it took. */
export type AccessEnd = { readonly email: string; readonly makers: readonly string[]; readonly at: number };

/**
 * Notifies an account's owner, and the makers of the links that it took, by mail that all earlier access to it ended.
 * Returns without waiting for the mails.
 */
export function sendAccessNoticesInBackground(app: NoticeApp, { email, makers, at }: AccessEnd): void {
  for (const to of new Set([email, ...makers])) {
    sendInBackground(app, to, () => ({
      subject: t.accessSubject(),
      text: paragraphs(
        t.accessText({ at: formatUtcMoment(at), email: oneLine(email) }),
        t.accessEnded(),
        ...(to === email ? [t.openVerdicts(), t.accessOwner()] : [t.accessMaker()]),
        publicAddress(),
      ),
    }));
  }
}

/** Notifies an account's owner by mail that its password was set by a link. Returns without waiting for the mail. */
export function sendResetNoticeInBackground(app: NoticeApp, { email, makerName, madeAt, at }: Reset): void {
  const made = { hasMaker: makerName !== null, maker: oneLine(makerName ?? "") };
  sendInBackground(app, email, () => ({
    subject: t.resetSubject(),
    text: paragraphs(
      t.resetText({ ...made, at: formatUtcMoment(at), madeAt: formatUtcMoment(madeAt) }),
      t.resetWasYou(),
      t.openVerdicts(),
      t.resetNotYou(made),
      publicAddress(),
    ),
  }));
}

/**
 * Notifies the earlier address of an account by mail that the account has another address now. Returns without waiting
 * for the mail.
 */
export function sendEmailNoticeInBackground(
  app: NoticeApp,
  { from, to, at }: { from: string; to: string; at: number },
): void {
  const make = () => ({
    subject: t.emailChangedSubject(),
    text: paragraphs(
      t.emailChangedText({ at: formatUtcMoment(at) }),
      t.resetWasYou(),
      t.emailChangedNotYou(),
      publicAddress(),
    ),
  });
  sendInBackground(app, from, make, to);
}

/** @param account the address of the account whose language the mail has */
function sendInBackground(
  { mailer, store }: NoticeApp,
  email: string,
  make: () => { subject: string; text: string },
  account = email,
): void {
  if (mailer === null) return;
  store
    .read((db) => languageOfMail(db, account))
    .then((language) => mailer.send(email, { kind: "notice", ...inLanguage(language, make) }))
    .catch((error: unknown) => incident(error, "mail a notice"));
}
