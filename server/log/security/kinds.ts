import { z } from "zod";

const none = z.strictObject({});
const role = z.string().min(1).max(30);

/**
 * Everything the security log can say, with what is said besides who, whose and where (docs/security-log.md). Details are
 * short and hold no address, name, password or token: an event can never be taken back.
 */
export const securityDetails = {
  "account.suspended": none,
  "account.unsuspended": none,
  "demo.account-made": none,
  "link.made": z.strictObject({ purpose: z.enum(["join", "reset-password"]), role: role.nullable() }),
  "link.taken": z.strictObject({ purpose: z.literal("join"), role: role.nullable() }),
  "password.reset": none,
  "role.taken": z.strictObject({ role }),
  "membership.ended": z.strictObject({ role }),
  "seat.filled": none,
  "seat.ended": none,
} as const satisfies Record<string, z.ZodType<Record<string, unknown>>>;

export type SecurityKind = keyof typeof securityDetails;

export type SecurityDetail<Kind extends SecurityKind> = z.output<(typeof securityDetails)[Kind]>;

export function isSecurityKind(text: string): text is SecurityKind {
  return Object.hasOwn(securityDetails, text);
}
