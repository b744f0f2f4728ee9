import { z } from "zod";
import { publicAddress } from "#server/platform/process/public-address.ts";
import { type Operation, operation } from "./operation.ts";

const linkSchema = z
  .string()
  .nullable()
  .meta({ description: "null if the server sends it by mail; otherwise deliver it to this person alone" });
const expirySchema = z.int().meta({ description: "Milliseconds since 1970, UTC" });

/** Operations that let people join a study. */
export const memberOperations: readonly Operation[] = [
  operation({
    id: "invite",
    group: "Members",
    path: "/studies/{studyId}/invitations",
    summary: "Invites one person to a study",
    about:
      "The person is invited as an auditor, a researcher or an observer. Operators can be invited only in the browser.",
    procedure: "panel.invite",
    status: 201,
    answer: z.object({ link: linkSchema, expiresAt: expirySchema }).meta({ id: "Invited" }),
    shape: ({ token, expiresAt }) => ({ link: linkOf(token), expiresAt }),
  }),
  operation({
    id: "inviteMany",
    group: "Members",
    path: "/studies/{studyId}/invitations/list",
    summary: "Invites a list of people",
    about:
      "`list` has one address per line, or is a table separated by tabs, commas or semicolons with a column `email` and, if wanted, a column `role` (auditor, researcher or observer). Other columns are attributes of auditors. If one line is wrong, no person is invited; `problems` lists each wrong line.",
    procedure: "panel.inviteMany",
    status: 201,
    answer: z
      .object({
        links: z.array(z.object({ email: z.string(), link: linkSchema })),
        expiresAt: expirySchema,
      })
      .meta({ id: "InvitedPeople" }),
    shape: ({ links, expiresAt }) => ({
      links: links.map(({ email, token }) => ({ email, link: linkOf(token) })),
      expiresAt,
    }),
  }),
  operation({
    id: "listInvitations",
    group: "Members",
    path: "/studies/{studyId}/invitations",
    summary: "Lists invitations, and whether each person has joined",
    about: "Gives the newest invitation for each address and role.",
    procedure: "panel.read",
    answer: z
      .object({
        invitations: z.array(
          z.object({
            email: z.string().nullable(),
            role: z.string().nullable(),
            state: z.enum(["waiting", "failed", "sent", "joined", "withdrawn", "expired"]),
          }),
        ),
      })
      .meta({ id: "Invitations" }),
  }),
];

function linkOf(token: string | null): string | null {
  return token === null ? null : publicAddress(`/invitation/${token}`);
}
