import { z } from "zod";

const none = z.strictObject({});
const factor = z.strictObject({ factor: z.enum(["passkey", "authenticator", "recovery-code"]) });
const counted = z.strictObject({ count: z.int().min(1) });
const webhook = z.strictObject({ webhook: z.string().max(100) });
const role = z.string().min(1).max(30);

/** The files that can be downloaded. */
const downloads = ["log", "record", "decisions", "data", "security-log", "security-table"] as const;

export type Downloaded = (typeof downloads)[number];

/**
 * The details of every kind of security event, beyond actor, account and network (docs/security-log.md). Details are
 * short and hold no address, name, password or token, because an event can never be deleted.
 */
export const securityDetails = {
  "sign-in.succeeded": none,
  "sign-in.failed": none,
  "sign-in.unknown": counted,
  "access.refused": counted,
  "factor.given": factor,
  "factor.failed": none,
  "factor.added": factor,
  "factor.removed": factor,
  "factor.reset": none,
  "factor.taken": none,
  "recovery-codes.made": none,
  "password.changed": none,
  "password.reset": none,
  "account.suspended": none,
  "account.unsuspended": none,
  "account.deleted": none,
  "account.renamed": none,
  "account.email-changed": none,
  "demo.account-made": none,
  /** `token`: the API token, if one was used. */
  "file.downloaded": z.strictObject({ file: z.enum(downloads), token: z.string().max(100).exactOptional() }),
  /** `ended`: whether all earlier access ended, because the address was unproven. */
  "identity.linked": z.strictObject({ ended: z.boolean() }),
  "link.made": z.strictObject({
    purpose: z.enum(["join", "reset-password", "change-email", "explanation"]),
    role: role.nullable(),
  }),
  "server.started": z.strictObject({
    demo: z.boolean(),
    https: z.boolean(),
    mail: z.boolean(),
    postgres: z.boolean(),
    provider: z.boolean(),
    proxy: z.boolean(),
  }),
  "server.cookie-key-changed": none,
  "server.clock-confirmed": z.strictObject({
    aheadSeconds: z.int().min(1),
    clockAt: z.int(),
    steadyAt: z.int(),
  }),
  /** `fields`: the changed public texts, separated by spaces, such as "name privacy". */
  "server.organisation-changed": z.strictObject({ fields: z.string().max(100) }),
  "server.restored": z.strictObject({ studies: z.int().min(0), entries: z.int().min(0) }),
  "token.made": z.strictObject({
    token: z.string().max(100),
    /** Scopes separated by spaces, such as "read outcomes". */
    scope: z.string().max(100),
    days: z.int().min(1),
  }),
  "token.ended": z.strictObject({ token: z.string().max(100) }),
  "webhook.added": webhook,
  "webhook.secret-replaced": webhook,
  "webhook.removed": webhook,
  "link.taken": z.strictObject({ purpose: z.literal("join"), role: role.nullable() }),
  "role.taken": z.strictObject({ role }),
  "membership.ended": z.strictObject({ role }),
  "seat.filled": none,
  "seat.key-added": z.strictObject({ proven: z.boolean() }),
  "seat.ended": none,
  "study.deleted": none,
  /** `shared`: whether its report is public by a link, or no longer. */
  "study.report-shared": z.strictObject({ shared: z.boolean() }),
  "study.sign-in-required": z.strictObject({ required: z.boolean() }),
} as const satisfies Record<string, z.ZodType<Record<string, unknown>>>;

export type SecurityKind = keyof typeof securityDetails;

export type SecurityDetail<Kind extends SecurityKind> = z.output<(typeof securityDetails)[Kind]>;

export const securityKinds = Object.keys(securityDetails) as readonly SecurityKind[];

export function isSecurityKind(text: string): text is SecurityKind {
  return Object.hasOwn(securityDetails, text);
}
