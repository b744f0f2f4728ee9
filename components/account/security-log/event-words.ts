import * as t from "#messages/securityLog.ts";
import { isSecurityKind, type SecurityKind, securityKinds } from "#server/audit-log/security/kinds.ts";
import { locale, messageKey } from "#server/locale.ts";

/** All kinds of events with their labels, sorted by label in the reader's language. */
export function kindChoices(): [SecurityKind, string][] {
  return securityKinds
    .map((kind): [SecurityKind, string] => [kind, eventWords(kind)])
    .sort(([, one], [, other]) => one.localeCompare(other, locale()));
}

/** Describes an event; returns the bare kind if a newer version of the program wrote it. */
export function eventWords(kind: string): string {
  return isSecurityKind(kind) ? t.eventName({ kind: messageKey(kind) }) : kind;
}

/** Describes an event's details, such as "purpose: join, role: auditor". Empty if there are none. */
export function detailWords(detail: Readonly<Record<string, unknown>> | null): string {
  if (detail === null) return t.changedOutside();
  const given = Object.entries(detail).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${t.detailName({ name })}: ${valueWords(value)}`).join(", ");
}

function valueWords(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const name = messageKey(text);
  const words = t.detailValue({ value: name });
  return words === name ? text : words;
}

/** Labels of the links to older events and back to the newest. A cursor cannot address the pages between. */
export const pagesOfEvents = () => ({ back: t.newestEvents(), on: t.olderEvents() });
