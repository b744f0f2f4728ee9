import {
  and,
  asc,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  like,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { hasWork, haveAllSealed } from "./round-seats.ts";
import { isUnended } from "./rounds.ts";

type NotificationRow = Tx["t"]["notification"]["$inferInsert"];
type Kind = NotificationRow["kind"];
type NotificationKey = Pick<
  Tx["t"]["notification"]["$inferSelect"],
  "studyId" | "accountId" | "kind" | "number" | "deadlineAt"
>;

/** The deadline that new mails name, and the condition for earlier mails that replace a new one. */
type Named = { readonly deadlineAt: SQL<number>; readonly counts?: SQL };

const noDeadline: Named = { deadlineAt: sql<number>`0`.mapWith(Number) };

/** Lists the panels of rounds that opened since a time and take verdicts: seats in use that have no mail of it yet. */
export function listOpenedUnmailed(db: Reader, { since }: { since: number }) {
  return auditorsUnmailed(db, "round-opened", and(isJudged(db), gte(db.t.round.openedAt, since)));
}

/**
 * Lists seats in use that have not sealed a round whose deadline is between `now` and `dueBy`, was further away when
 * the round opened, and has no such mail yet. A mail about a deadline more than that time earlier does not count.
 */
export function listDueUnmailed(db: Reader, { now, dueBy }: { now: number; dueBy: number }) {
  const { round, roundSeat, ballot } = db.t;
  const { studyId, round: number, seatId } = roundSeat;
  const sealed = db.q
    .select({ version: ballot.version })
    .from(ballot)
    .where(matches(ballot, { studyId, round: number, seatId }));
  const isDue = and(
    gt(round.deadlineAt, now),
    lte(round.deadlineAt, dueBy),
    lte(round.openedAt, sql`${round.deadlineAt} - ${dueBy - now}`),
  );
  const which = and(isJudged(db), isDue, notExists(sealed));
  const deadlineAt = sql<number>`${round.deadlineAt}`.mapWith(Number);
  const isLater = gte(db.t.notification.deadlineAt, sql`${round.deadlineAt} - ${dueBy - now}`);
  return auditorsUnmailed(db, "due-tomorrow", which, { deadlineAt, counts: isLater });
}

/** Lists the panels of rounds that closed since a time: seats in use that have no mail of it yet. */
export function listClosedUnmailed(db: Reader, { since }: { since: number }) {
  const { round } = db.t;
  const isClosed = and(matches(round, { state: "closed" }), gte(round.closedAt, since), hasWork(db));
  return auditorsUnmailed(db, "round-closed", isClosed);
}

/** Lists the operators of open rounds whose panels have all sealed, without such a mail. */
export function listSealedUnmailed(db: Reader) {
  return operatorsUnmailed(db, "all-sealed", and(isJudged(db), haveAllSealed(db)));
}

/** Lists the operators of rounds that closed automatically since a time, without such a mail. */
export function listSelfClosedUnmailed(db: Reader, { since }: { since: number }) {
  const { round } = db.t;
  const isSelfClosed = matches(round, {
    state: "closed",
    closing: "deadline",
    closeReason: (column) => inArray(column, ["deadline", "all-sealed"]),
    closedAt: (column) => gte(column, since),
  });
  return operatorsUnmailed(db, "closed-automatically", isSelfClosed);
}

/** Lists the operators of rounds that closed in a period, without a mail about missing outcomes. */
export function listAwaitedUnmailed(db: Reader, { from, to }: { from: number; to: number }) {
  const { round } = db.t;
  const isDue = and(matches(round, { state: "closed" }), gte(round.closedAt, from), lte(round.closedAt, to));
  return operatorsUnmailed(db, "outcomes-due", isDue);
}

/**
 * Lists the operators of open rounds that opened since a time and have a panel chosen in one of these ways, without such a
 * mail.
 */
export function listDrawnUnmailed(db: Reader, { since, ways }: { since: number; ways: readonly string[] }) {
  const { panelChosen, openedAt, neededFlags } = db.t.round;
  const isDrawn = or(...ways.map((how) => like(panelChosen, `%"how":"${how}"%`)));
  return operatorsUnmailed(
    db,
    "lot-drawn",
    and(isOpen(db), gte(openedAt, since), isNotNull(neededFlags), isDrawn),
  );
}

/** Lists the operators of studies whose features of people are due to be deleted in a period, without such a mail. */
export async function listFeaturesDueUnmailed(db: Reader, { now, dueBy }: { now: number; dueBy: number }) {
  const { study, membership, account, notification } = db.t;
  const deadlineAt = sql<number>`${study.featuresDueAt}`.mapWith(Number);
  const mailed = db.q
    .select({ kind: notification.kind })
    .from(notification)
    .where(
      matches(notification, {
        studyId: study.id,
        accountId: account.id,
        kind: "features-due",
        deadlineAt: study.featuresDueAt,
      }),
    );
  return db.q
    .select({ studyId: study.id, accountId: account.id, number: sql<number>`0`.mapWith(Number), deadlineAt })
    .from(study)
    .crossJoin(membership)
    .crossJoin(account)
    .where(
      and(
        and(gt(study.featuresDueAt, now), lte(study.featuresDueAt, dueBy)),
        matches(membership, { studyId: study.id, role: "operator", endedAt: null }),
        matches(account, { id: membership.accountId, suspendedAt: null }),
        notExists(mailed),
      ),
    )
    .orderBy(asc(study.id), asc(account.id));
}

/** Adds mails that are to be sent. A mail that another server added first stays as it is. */
export async function insertNotifications(tx: Tx, rows: NotificationRow[]): Promise<void> {
  if (rows.length > 0) await tx.q.insert(tx.t.notification).values(rows).onConflictDoNothing();
}

/** Lists the accounts with a mail that is due. */
export async function listAccountsToMail(db: Reader, now: number): Promise<{ accountId: string }[]> {
  const { notification } = db.t;
  return db.q
    .selectDistinct({ accountId: notification.accountId })
    .from(notification)
    .where(and(sql`sent_at is null`, lte(notification.sendAt, now)))
    .orderBy(asc(notification.accountId));
}

/**
 * Marks an account's due mails as sent, so that no other server sends them.
 *
 * @returns these mails, in no order
 */
export async function takeNotifications(tx: Tx, { accountId, now }: { accountId: string; now: number }) {
  const { notification } = tx.t;
  return tx.q
    .update(notification)
    .set({ sentAt: now })
    .where(matches(notification, { accountId, sendAt: (column) => lte(column, now), sentAt: null }))
    .returning(pick(notification, "studyId", "kind", "number", "deadlineAt", "failures"));
}

/** Postpones a mail that the mail server did not accept. */
export async function postponeNotification(
  tx: Tx,
  { sendAt, failures, ...key }: NotificationKey & { readonly sendAt: number; readonly failures: number },
): Promise<void> {
  await updateRows(tx, "notification", key, { sendAt, failures, sentAt: null });
}

/** Lists auditors of the panels of these rounds who have no mail of this kind yet. */
function auditorsUnmailed(
  db: Reader,
  kind: Kind,
  which: SQL | undefined,
  { deadlineAt, counts }: Named = noDeadline,
) {
  const { round, roundSeat, seat, membership, account } = db.t;
  const { studyId, number } = round;
  const role = db.q
    .select({ role: membership.role })
    .from(membership)
    .where(matches(membership, { studyId, accountId: seat.accountId, role: "auditor", endedAt: null }));
  return (
    db.q
      .select({ studyId, accountId: account.id, number, deadlineAt })
      .from(round)
      // SQLite reads cross-joined tables in this order: the few rounds first, and not all seats.
      .crossJoin(roundSeat)
      .crossJoin(seat)
      .crossJoin(account)
      .where(
        and(
          which,
          matches(roundSeat, { studyId, round: number }),
          matches(seat, { studyId, id: roundSeat.seatId, unseatedAt: null }),
          matches(account, { id: seat.accountId, suspendedAt: null }),
          exists(role),
          isUnmailed(db, kind, counts),
        ),
      )
      .orderBy(asc(studyId), asc(number), asc(account.id))
  );
}

/** Lists operators of these rounds' studies who have no mail of this kind yet. */
function operatorsUnmailed(db: Reader, kind: Kind, which: SQL | undefined) {
  const { round, membership, account } = db.t;
  const { studyId, number } = round;
  return db.q
    .select({ studyId, accountId: account.id, number })
    .from(round)
    .crossJoin(membership)
    .crossJoin(account)
    .where(
      and(
        which,
        matches(membership, { studyId, role: "operator", endedAt: null }),
        matches(account, { id: membership.accountId, suspendedAt: null }),
        isUnmailed(db, kind),
      ),
    )
    .orderBy(asc(studyId), asc(number), asc(account.id));
}

function isUnmailed(db: Reader, kind: Kind, counts?: SQL) {
  const { notification, round, account } = db.t;
  const before = db.q
    .select({ kind: notification.kind })
    .from(notification)
    .where(
      and(
        matches(notification, { studyId: round.studyId, accountId: account.id, kind, number: round.number }),
        counts,
      ),
    );
  return notExists(before);
}

/** Whether a round is open. Both conditions, so that the index of unended rounds serves. */
function isOpen(db: Reader) {
  return and(isUnended(db), matches(db.t.round, { state: "open" }));
}

/** Whether a round takes verdicts, apart from its deadline. */
function isJudged(db: Reader) {
  return and(isOpen(db), hasWork(db));
}
