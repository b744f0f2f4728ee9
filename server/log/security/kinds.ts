import { z } from "zod";

const none = z.strictObject({});
const factor = z.strictObject({ factor: z.enum(["passkey", "authenticator", "recovery-code"]) });
const role = z.string().min(1).max(30);

/**
 * Everything the security log can say, with what is said besides who, whose and where (docs/security-log.md). Details are
 * short and hold no address, name, password or token: an event can never be taken back.
 */
export const securityDetails = {
  "sign-in.succeeded": none,
  "sign-in.failed": none,
  "factor.given": factor,
  "factor.failed": none,
  "factor.added": factor,
  "factor.removed": factor,
  "factor.reset": none,
  "recovery-codes.made": none,
  "password.changed": none,
  "password.reset": none,
  "account.suspended": none,
  "account.unsuspended": none,
  "demo.account-made": none,
  "link.made": z.strictObject({ purpose: z.enum(["join", "reset-password"]), role: role.nullable() }),
} as const satisfies Record<string, z.ZodType<Record<string, unknown>>>;

export type SecurityKind = keyof typeof securityDetails;

export type SecurityDetail<Kind extends SecurityKind> = z.output<(typeof securityDetails)[Kind]>;

export function isSecurityKind(text: string): text is SecurityKind {
  return Object.hasOwn(securityDetails, text);
}
