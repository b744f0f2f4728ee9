import { findAccount } from "#db/queries/accounts.ts";
import { countViolations } from "#db/queries/draws.ts";
import { countAwaited } from "#db/queries/outcomes.ts";
import { findPlaceOf } from "#db/queries/round-seats.ts";
import { findRound, type RoundRow } from "#db/queries/rounds.ts";
import { findMembership } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/mails.ts";
import { formatDay, formatList } from "#server/format.ts";
import { deadlineCalendar } from "#server/platform/mail/calendar.ts";
import type { MailCalendar } from "#server/platform/mail/mailer.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { publicAddress, publicOrigin } from "#server/platform/process/public-address.ts";
import { type NotificationKind, notificationKinds } from "#server/schemas/notification-kinds.ts";
import { findDecision } from "#server/studies/labels.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { listPanel } from "../close-due.ts";
import { roundOfAuditor } from "../judging/read-judging.ts";
import { deadlineText, reminderText } from "../reminders/reminder-mail.ts";
import type { Occasion } from "./record-notifications.ts";

/** What a mail about an event says, apart from the paragraph about the settings. */
export type Notification = {
  readonly subject: string;
  readonly text: string;
  readonly calendars?: readonly MailCalendar[];
};

type About = Occasion & {
  readonly kind: NotificationKind;
  readonly accountId: string;
  readonly deadlineAt: number;
  readonly now: number;
};

/** The kinds about a round. */
type RoundKind = Exclude<NotificationKind, "features-due" | "backup-failed" | "webhook-off">;

/** What the mails about a round say of it. */
type Facts = {
  readonly now: number;
  readonly studyId: string;
  readonly studyName: string;
  readonly decision: string;
  readonly round: RoundRow;
  /** Seats in use on the panel, by number. */
  readonly seats: readonly string[];
  readonly sealedCount: number;
  readonly reportCount: number;
  /** How many picked people have no outcome yet. */
  readonly awaitedCount: number;
  /** Whether the account is on the panel and has sealed; null: it is not on the panel. */
  readonly hasSealed: boolean | null;
};

/**
 * Reads what a mail says now.
 *
 * @returns a function that makes its text in the present language; null if there is nothing to say any more, because the
 *   account has lost the role or the round has moved on
 */
export async function readNotification(db: Reader, about: About): Promise<(() => Notification) | null> {
  const { kind, accountId, studyId } = about;
  if (kind === "backup-failed") {
    const account = await findAccount(db, accountId);
    return account?.platformRole === "administrator" ? backupMail : null;
  }
  const membership = await findMembership(db, studyId, accountId);
  // Stryker disable next-line OptionalChaining: a membership ends, but its row stays
  if (membership?.endedAt !== null || membership.role !== notificationKinds[kind].role) return null;
  if (kind === "features-due") return readFeaturesDue(db, about);
  if (kind === "webhook-off") return readWebhookOff(db, studyId);
  const facts = await readFacts(db, about);
  return facts && writers[kind](facts);
}

async function readFacts(db: Reader, { studyId, number, accountId, now }: About): Promise<Facts | null> {
  const round = await findRound(db, studyId, number);
  if (round === undefined) return null;
  const seat = await findPlaceOf(db, { studyId, round: number, accountId });
  const panel = await listPanel(db, studyId, round);
  return {
    now,
    studyId,
    studyName: oneLine((await requireStudy(db, studyId)).name),
    decision: oneLine(await findDecision(db, studyId)),
    round,
    seats: panel.flatMap(({ seatId, isRemoved }) => (isRemoved ? [] : [seatId])),
    sealedCount: panel.filter(({ sealedAt }) => sealedAt !== null).length,
    reportCount: (await countViolations(db, studyId, [number])).get(number)?.reported ?? 0,
    awaitedCount: (await countAwaited(db, [studyId])).find((one) => one.round === number)?.awaited ?? 0,
    hasSealed: seat === undefined ? null : panel.some((one) => one.seatId === seat && one.sealedAt !== null),
  };
}

type Writer = (facts: Facts) => (() => Notification) | null;

const writers: { readonly [K in RoundKind]: Writer } = {
  "round-opened": (facts) => (canSeal(facts) ? () => openedMail(facts) : null),
  "due-tomorrow": (facts) => (canSeal(facts) ? () => dueMail(facts) : null),
  "round-closed": (facts) => (facts.hasSealed === null ? null : () => closedMail(facts)),
  "lot-drawn": (facts) => (facts.round.state === "cancelled" ? null : () => drawnMail(facts)),
  "all-sealed": (facts) => (facts.round.state === "open" ? () => allSealedMail(facts) : null),
  "closed-automatically": (facts) => () => selfClosedMail(facts),
  "outcomes-due": (facts) => (facts.awaitedCount > 0 ? () => outcomesMail(facts) : null),
};

function canSeal({ round, hasSealed, now }: Facts): boolean {
  return hasSealed === false && roundOfAuditor(round, now).takesVerdicts;
}

function openedMail(facts: Facts): Notification {
  const { studyId, studyName, decision, round } = facts;
  const about = { round: round.number, study: studyName };
  return {
    subject: t.openedSubject(about),
    text: paragraphs(
      t.openedText({ ...about, decision }),
      deadlineText(round.deadlineAt),
      t.reminderLink({ address: judgingAddress(studyId, round.number) }),
    ),
    calendars: calendarsOf(facts),
  };
}

/** Returns the deadline as a calendar file; none for a round without one. */
function calendarsOf({ studyId, studyName, round: { number, deadlineAt }, now }: Facts): MailCalendar[] {
  if (deadlineAt === null) return [];
  const content = deadlineCalendar({
    id: `${studyId}-${number}@${new URL(publicOrigin()).hostname}`,
    at: deadlineAt,
    summary: t.deadlineEvent({ round: number, study: studyName }),
    address: judgingAddress(studyId, number),
    madeAt: now,
  });
  return [{ name: `round-${number}.ics`, content }];
}

function judgingAddress(studyId: string, round: number): string {
  return publicAddress(`/studies/${studyId}/judging/${round}`);
}

function dueMail({ studyId, studyName, decision, round: { number, deadlineAt } }: Facts): Notification {
  return reminderText({ studyId, studyName, decision, round: number, deadlineAt });
}

function closedMail(facts: Facts): Notification {
  const { studyId, studyName, round } = facts;
  return {
    subject: t.closedSubject({ round: round.number, study: studyName }),
    text: paragraphs(
      ...panelWords(facts),
      t.closedLink({ address: publicAddress(`/studies/${studyId}/results/${round.number}`) }),
    ),
  };
}

/** Returns what the panel said of a closed round, as counts. */
function panelWords({ studyName, round, sealedCount, reportCount }: Facts): (string | null)[] {
  const about = { round: round.number, study: studyName };
  return [
    t.closedText({ ...about, sealed: sealedCount, seats: round.seatCount }),
    round.tolerancePairs === null ? t.closedReports({ reports: reportCount, pairs: round.pairCount }) : null,
  ];
}

function drawnMail(facts: Facts): Notification {
  const about = { round: facts.round.number, study: facts.studyName };
  return {
    subject: t.drawnSubject(about),
    text: paragraphs(t.drawnText({ ...about, seats: formatList(facts.seats) }), roundLink(facts)),
  };
}

function allSealedMail(facts: Facts): Notification {
  const { studyName, round } = facts;
  const about = { round: round.number, study: studyName };
  return {
    subject: t.allSealedSubject(about),
    text: paragraphs(
      t.allSealedText({ ...about, closesByItself: round.closing === "deadline" }),
      roundLink(facts),
    ),
  };
}

function selfClosedMail(facts: Facts): Notification {
  const about = { round: facts.round.number, study: facts.studyName };
  return {
    subject: t.selfClosedSubject(about),
    text: paragraphs(...panelWords(facts), roundLink(facts)),
  };
}

function outcomesMail(facts: Facts): Notification {
  const about = { round: facts.round.number, study: facts.studyName };
  return {
    subject: t.outcomesSubject(about),
    text: paragraphs(t.outcomesText({ ...about, count: facts.awaitedCount }), roundLink(facts)),
  };
}

function roundLink({ studyId, round }: Facts): string {
  return t.roundLink({ address: publicAddress(`/studies/${studyId}/rounds/${round.number}`) });
}

/** Reads the mail about features that are due to be deleted; null if that was changed or is done. */
async function readFeaturesDue(
  db: Reader,
  { studyId, deadlineAt }: About,
): Promise<(() => Notification) | null> {
  const study = await requireStudy(db, studyId);
  if (study.featuresDueAt !== deadlineAt) return null;
  const name = oneLine(study.name);
  return () => ({
    subject: t.featuresDueSubject({ study: name }),
    text: paragraphs(
      t.featuresDueText({ study: name, day: formatDay(deadlineAt) }),
      t.featuresDueLink({ address: publicAddress(`/studies/${studyId}/settings`) }),
    ),
  });
}

async function readWebhookOff(db: Reader, studyId: string): Promise<() => Notification> {
  const name = oneLine((await requireStudy(db, studyId)).name);
  return () => ({
    subject: t.webhookOffSubject({ study: name }),
    text: paragraphs(
      t.webhookOffText({ study: name }),
      publicAddress(`/studies/${studyId}/settings/webhooks`),
    ),
  });
}

function backupMail(): Notification {
  return {
    subject: t.backupSubject(),
    text: paragraphs(t.backupText(), publicAddress("/administration")),
  };
}
