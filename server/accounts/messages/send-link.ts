import { findInvitation } from "#db/queries/invitations.ts";
import { hashToken } from "#server/accounts/tokens.ts";
import { formatUtcMoment } from "#server/format.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Delivery, Mailer, MailMessage } from "#server/platform/mail/mailer.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { findDecision } from "#server/studies/labels.ts";
import { plainDecision } from "#server/study/decision.ts";

/** Sends a new link to the address it was made for. */
export async function sendLink(app: LinkParts, mailer: Mailer, token: string): Promise<Delivery> {
  const { link, decision } = await app.store.read(async (db) => {
    const found = await findInvitation(db, hashToken(token));
    return { link: found, decision: found?.studyId ? await findDecision(db, found.studyId) : plainDecision };
  });
  if (link === undefined || link.email === null) throw new Error("a link to be sent has no address");
  return mailer.send(link.email, linkMessage({ ...link, decision }, publicAddress(`/invitation/${token}`)));
}

type LinkParts = Pick<App, "store">;

type Link = Pick<
  NonNullable<Awaited<ReturnType<typeof findInvitation>>>,
  "purpose" | "role" | "studyName" | "inviterName" | "expiresAt"
> & { readonly decision: string };

function linkMessage(link: Link, address: string): MailMessage {
  const inviter = oneLine(link.inviterName ?? "This server");
  const until = `The link works once, until ${formatUtcMoment(link.expiresAt)}. Do not pass it on.`;
  if (link.purpose === "join") return invitationMessage(link, { inviter, until, address });
  return {
    kind: "link",
    subject: "A new password for Evenhand",
    text: paragraphs(
      `${inviter} made this link for you, with which you set a new password on Evenhand:\n${address}`,
      until,
      "If you did not ask for it, do nothing: your password stays as it is.",
    ),
  };
}

function invitationMessage(
  { studyName, role, decision }: Link,
  { inviter, until, address }: { inviter: string; until: string; address: string },
): MailMessage {
  const study = studyName === null ? null : `the study “${oneLine(studyName)}”`;
  return {
    kind: "link",
    subject: `Your invitation to ${study ?? "Evenhand"}`,
    text: paragraphs(
      `${inviter} invites you to ${study === null ? "Evenhand" : `${study} on Evenhand`}${roleWords(role, oneLine(decision))}`,
      `This link shows what it is about, and lets you in:\n${address}`,
      until,
      "If you did not expect this, do nothing.",
    ),
  };
}

function roleWords(role: Link["role"], decision: string): string {
  switch (role) {
    case "auditor":
      return `, as an auditor: it is decided ${decision}, and you judge in your browser whether two people are treated unfairly differently.`;
    case "researcher":
      return ", as a researcher: you follow its record and can check it.";
    case "operator":
      return ", as an operator: you run studies.";
    case "administrator":
      return ", as an administrator: you look after the accounts.";
    default:
      return ".";
  }
}
