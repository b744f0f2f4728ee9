import { findCredentials } from "#db/queries/accounts.ts";
import { findInvitation } from "#db/queries/invitations.ts";
import * as t from "#messages/mails.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { formatUtcMoment } from "#server/format.ts";
import { inLanguage } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { languageOfMail } from "#server/platform/mail/language.ts";
import type { Delivery, Mailer, MailMessage } from "#server/platform/mail/mailer.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { findDecision } from "#server/studies/labels.ts";
import { plainDecision } from "#server/study/decision.ts";

/** Sends a new link to the address it was made for. */
export async function sendLink(app: LinkParts, mailer: Mailer, token: string): Promise<Delivery> {
  const { to, message } = await app.store.read(async (db) => {
    const link = await findInvitation(db, hashToken(token));
    // Stryker disable next-line StringLiteral,OptionalChaining: the caller has just made a link with an address
    if (!link?.email) throw new Error("a link to be sent has no address");
    const { email, studyId } = link;
    const decision = studyId === null ? plainDecision : await findDecision(db, studyId);
    const isChange = link.purpose === "change-email";
    const hasAccount = isChange && (await findCredentials(db, email)) !== undefined;
    // A new address has no account yet whose language is known; the account that requested it has.
    const reader = isChange && !hasAccount ? (link.inviterEmail ?? email) : email;
    const language = await languageOfMail(db, reader, studyId);
    const address = publicAddress(`/invitation/${token}`);
    return {
      to: email,
      message: {
        kind: "link" as const,
        ...inLanguage(language, () => linkText({ ...link, decision, hasAccount }, address)),
      },
    };
  });
  return mailer.send(to, message);
}

type LinkParts = Pick<App, "store">;

type Link = Pick<
  NonNullable<Awaited<ReturnType<typeof findInvitation>>>,
  "purpose" | "role" | "studyName" | "inviterName" | "expiresAt"
> & {
  readonly decision: string;
  /** Whether an account has the new address already, for which its owner then gets no link. */
  readonly hasAccount: boolean;
};

type LinkText = Pick<MailMessage, "subject" | "text">;

function linkText(link: Link, address: string): LinkText {
  const inviter = oneLine(link.inviterName ?? t.thisServer());
  const until = t.linkUntil({ until: formatUtcMoment(link.expiresAt) });
  if (link.purpose === "join") return invitationText(link, { inviter, until, address });
  if (link.purpose === "change-email") {
    if (link.hasAccount) {
      const text = paragraphs(t.emailTakenText(), t.emailTakenWasYou(), publicAddress());
      return { subject: t.emailTakenSubject(), text };
    }
    const text = paragraphs(t.emailLinkText({ address }), until, t.emailLinkIgnore());
    return { subject: t.emailLinkSubject(), text };
  }
  return {
    subject: t.resetLinkSubject(),
    text: paragraphs(t.resetLinkText({ inviter, address }), until, t.resetLinkIgnore()),
  };
}

function invitationText(
  { studyName, role, decision }: Link,
  { inviter, until, address }: { inviter: string; until: string; address: string },
): LinkText {
  const about = { hasStudy: studyName !== null, study: oneLine(studyName ?? "") };
  return {
    subject: t.invitationSubject(about),
    text: paragraphs(
      // Stryker disable next-line StringLiteral: each invitation has a role
      t.invitationText({ ...about, inviter, role: role ?? "none", decision: oneLine(decision) }),
      t.invitationLink({ address }),
      until,
      t.invitationIgnore(),
    ),
  };
}
