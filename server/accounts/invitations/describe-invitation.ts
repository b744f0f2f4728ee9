import { findCredentials } from "#db/queries/accounts.ts";
import { findInvitation } from "#db/queries/invitations.ts";
import type { AccountsApp } from "#server/accounts/context.ts";
import type { StudyRole } from "#server/accounts/memberships.ts";
import { hashToken } from "#server/accounts/secret-tokens.ts";
import { findDecision } from "#server/studies/labels.ts";

export type InvitationView =
  | { readonly state: "unknown" }
  | { readonly state: "used" }
  | {
      readonly state: "withdrawn" | "expired";
      readonly purpose: LinkPurpose;
      readonly inviter: Inviter | null;
    }
  | {
      readonly state: "open";
      readonly purpose: LinkPurpose;
      readonly role: "administrator" | StudyRole | null;
      readonly studyName: string | null;
      /** What the study decides; null for a link without a study. */
      readonly decision: string | null;
      /** The invited address; null: the holder of the link chooses it (the first administrator). */
      readonly email: string | null;
      /** Whether the address has an account, which then joins instead of a second one being made. */
      readonly hasAccount: boolean;
      readonly inviter: Inviter | null;
      readonly expiresAt: number;
    };

type LinkPurpose = "join" | "reset-password" | "change-email";

type Inviter = { readonly name: string; readonly email: string };

/** Returns what the holder of a link may know about it before using it. */
export async function describeInvitation(app: AccountsApp, token: string): Promise<InvitationView> {
  return app.store.read(async (reader): Promise<InvitationView> => {
    const row = await findInvitation(reader, hashToken(token));
    if (row === undefined) return { state: "unknown" };
    const inviter =
      // Stryker disable next-line ConditionalExpression,LogicalOperator: both are of the account that made the link
      row.inviterName === null || row.inviterEmail === null
        ? null
        : { name: row.inviterName, email: row.inviterEmail };
    if (row.acceptedAt !== null) return { state: "used" };
    if (row.revokedAt !== null) return { state: "withdrawn", purpose: row.purpose, inviter };
    if (row.expiresAt <= app.now()) return { state: "expired", purpose: row.purpose, inviter };
    const { purpose, role, studyName, email, expiresAt } = row;
    const hasAccount = email !== null && (await findCredentials(reader, email)) !== undefined;
    const decision = row.studyId === null ? null : await findDecision(reader, row.studyId);
    return { state: "open", purpose, role, studyName, decision, email, hasAccount, inviter, expiresAt };
  });
}
