import { isSecurityKind, type SecurityKind } from "#server/audit-log/security/kinds.ts";

const words: Readonly<Record<SecurityKind, string>> = {
  "access.refused": "Refused for want of the role",
  "account.suspended": "Account suspended",
  "account.unsuspended": "Account let in again",
  "demo.account-made": "Account of the demonstration made",
  "factor.added": "Second factor added",
  "factor.failed": "Second factor not right",
  "factor.given": "Second factor given",
  "factor.removed": "Second factor removed",
  "factor.reset": "Second factors reset",
  "factor.taken": "Second factors taken away",
  "file.downloaded": "File downloaded",
  "identity.linked": "Sign-in by the provider linked",
  "link.made": "Link made",
  "link.taken": "Link taken",
  "membership.ended": "Role in a study ended",
  "password.changed": "Password changed",
  "password.reset": "Password set by a link",
  "recovery-codes.made": "Recovery codes made",
  "role.taken": "Role on the server taken",
  "seat.ended": "Seat ended",
  "seat.filled": "Seat given",
  "seat.key-added": "Device of an auditor added",
  "server.clock-confirmed": "Clock of the server confirmed",
  "server.cookie-key-changed": "Key of the sign-in cookies changed",
  "server.restored": "Backup put back on the server",
  "server.started": "Server started",
  "sign-in.failed": "Sign-in failed",
  "sign-in.succeeded": "Signed in",
  "sign-in.unknown": "Sign-in tried without an account",
  "study.sign-in-required": "Way of signing in required",
  "token.ended": "Token for programs ended",
  "token.made": "Token for programs made",
};

/** All kinds of events with their labels, sorted by label. */
export const kindChoices = (Object.entries(words) as [SecurityKind, string][]).sort(([, one], [, other]) =>
  one.localeCompare(other, "en"),
);

/** Describes an event; returns the bare kind if a newer version of the program wrote it. */
export function kindWords(kind: string): string {
  return isSecurityKind(kind) ? words[kind] : kind;
}

/** Describes an event's details, such as "purpose: join, role: auditor". Empty if there are none. */
export function detailWords(detail: Readonly<Record<string, unknown>> | null): string {
  if (detail === null) return "changed past this program: check the chain";
  const given = Object.entries(detail).filter(([, value]) => value !== null);
  return given.map(([key, value]) => `${key}: ${valueWords(value)}`).join(", ");
}

function valueWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** Labels of the links to older events and back to the newest. A cursor cannot address the pages between. */
export const pagesOfEvents = { back: "Newest events", on: "Older events" };
