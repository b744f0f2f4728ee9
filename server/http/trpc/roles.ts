import * as t from "#messages/refusals.ts";
import type { HeldRole } from "#server/accounts/memberships.ts";
import type { SessionAccount } from "#server/accounts/sessions.ts";
import { formatChoice } from "#server/format.ts";

/** Role that a procedure or a page requires, declared on each of them. */
export type DeclaredRole =
  | "public"
  | "half-signed-in"
  | "signed-in"
  | PlatformRole
  | { readonly study: readonly HeldRole[] };

export type PlatformRole = "administrator" | "platform-operator";

/**
 * Platform roles that satisfy each requirement. Accounts are the administrators' work, studies the operators'. An
 * administrator may also create studies.
 */
const holders = {
  administrator: ["administrator"],
  "platform-operator": ["operator", "administrator"],
} as const satisfies Record<PlatformRole, readonly SessionAccount["platformRole"][]>;

export function holds(account: SessionAccount, role: PlatformRole): boolean {
  return (holders[role] as readonly string[]).includes(account.platformRole);
}

const cases = {
  administrator: "administrator",
  "platform-operator": "operator",
  operator: "operator",
  auditor: "auditor",
  researcher: "researcher",
  observer: "observer",
  "former-auditor": "former",
} as const satisfies Record<PlatformRole | HeldRole, string>;

/** Names a role within a sentence, as in "an operator". */
export function roleInWords(role: PlatformRole | HeldRole): string {
  return t.aRole({ role: cases[role] });
}

/** Formats roles, as in "an operator or a researcher". */
export function anyOf(roles: readonly HeldRole[]): string {
  return formatChoice(roles.map(roleInWords));
}
