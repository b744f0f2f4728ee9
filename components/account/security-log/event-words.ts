import * as t from "#messages/securityLog.ts";
import { isSecurityKind, type SecurityKind } from "#server/audit-log/security/kinds.ts";
import { locale } from "#server/locale.ts";

const words: Readonly<Record<SecurityKind, () => string>> = {
  "access.refused": t.accessRefused,
  "account.deleted": t.accountDeleted,
  "account.renamed": t.accountRenamed,
  "account.email-changed": t.accountEmailChanged,
  "account.suspended": t.accountSuspended,
  "account.unsuspended": t.accountUnsuspended,
  "demo.account-made": t.demoAccountMade,
  "factor.added": t.factorAdded,
  "factor.failed": t.factorFailed,
  "factor.given": t.factorGiven,
  "factor.removed": t.factorRemoved,
  "factor.reset": t.factorReset,
  "factor.taken": t.factorTaken,
  "file.downloaded": t.fileDownloaded,
  "identity.linked": t.identityLinked,
  "link.made": t.linkMade,
  "link.taken": t.linkTaken,
  "membership.ended": t.membershipEnded,
  "password.changed": t.passwordChanged,
  "password.reset": t.passwordReset,
  "recovery-codes.made": t.recoveryCodesMade,
  "role.taken": t.roleTaken,
  "seat.ended": t.seatEnded,
  "seat.filled": t.seatFilled,
  "seat.key-added": t.seatKeyAdded,
  "server.clock-confirmed": t.serverClockConfirmed,
  "server.cookie-key-changed": t.serverCookieKeyChanged,
  "server.organisation-changed": t.serverOrganisationChanged,
  "server.restored": t.serverRestored,
  "server.started": t.serverStarted,
  "sign-in.failed": t.signInFailed,
  "sign-in.succeeded": t.signInSucceeded,
  "sign-in.unknown": t.signInUnknown,
  "study.deleted": t.studyDeleted,
  "study.report-shared": t.studyReportShared,
  "study.sign-in-required": t.studySignInRequired,
  "token.ended": t.tokenEnded,
  "token.made": t.tokenMade,
};

/** All kinds of events with their labels, sorted by label in the reader's language. */
export function kindChoices(): [SecurityKind, string][] {
  return (Object.keys(words) as SecurityKind[])
    .map((kind): [SecurityKind, string] => [kind, words[kind]()])
    .sort(([, one], [, other]) => one.localeCompare(other, locale()));
}

/** Describes an event; returns the bare kind if a newer version of the program wrote it. */
export function eventWords(kind: string): string {
  return isSecurityKind(kind) ? words[kind]() : kind;
}

/** Describes an event's details, such as "purpose: join, role: auditor". Empty if there are none. */
export function detailWords(detail: Readonly<Record<string, unknown>> | null): string {
  if (detail === null) return t.changedOutside();
  const given = Object.entries(detail).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${t.detailName({ name })}: ${valueWords(value)}`).join(", ");
}

function valueWords(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // The names of the cases have no hyphens, which ICU does not allow.
  const name = text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const words = t.detailValue({ value: name });
  return words === name ? text : words;
}

/** Labels of the links to older events and back to the newest. A cursor cannot address the pages between. */
export const pagesOfEvents = () => ({ back: t.newestEvents(), on: t.olderEvents() });
