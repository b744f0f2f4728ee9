import { findGuidelineVersion } from "#db/queries/guidelines.ts";
import { findNewestRoundOfSeat } from "#db/queries/round-seats.ts";
import { findMembership, findSeatOf, type StudyRole } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import { findListener } from "#server/services/accounts/sessions.ts";
import type { App } from "#server/services/app/app.ts";
import { stopping } from "#server/services/process/stopping.ts";
import { takeStreamPlace, tooManyStreams } from "./stream-places.ts";
import { type RoundStanding, type Standing, watchStudy } from "./study-watch.ts";

/**
 * Something changed. Operators and researchers learn the number of the log's last entry and ask for the rest. Auditors
 * must not be able to count what others seal: they are told of openings, endings and deadlines of rounds on whose panel
 * they sit, of their seat and of new guidelines, and of nothing else.
 */
export type StudyEvent = {
  readonly id: string;
  /** null for auditors. */
  readonly head: number | null;
  /** The newest round; for an auditor the newest of the own ones. */
  readonly round: RoundStanding | null;
  /** What only auditors are told. */
  readonly own: OwnStanding | null;
};

type OwnStanding = {
  /** The seat held now. */
  readonly seat: string | null;
  /** Of the newest guidelines, which hold from the next opening on. */
  readonly guidelineVersion: number;
};

/** How long an ended session or role may stay unnoticed while nothing happens; before each event it is looked at anyway. */
const recheckEvery = 3_000;

/**
 * A study's changes: one event at once, then one each time. Ends with the listener; with a refusal as soon as the session
 * has ended or the account has no role in the study any more, when the account follows studies on too many pages, or when
 * the server is told to stop.
 *
 * @throws DomainError "not-signed-in", "forbidden", "too-many-attempts", "busy"
 */
export async function* studyEvents(
  app: App,
  listener: Listener,
  left: AbortSignal,
): AsyncGenerator<StudyEvent> {
  const place = takeStreamPlace(listener.accountId);
  const gone = AbortSignal.any([left, stopping(), place.ended]);
  const watch = watchStudy(app, listener.studyId);
  try {
    let sent: string | undefined;
    while (!gone.aborted) {
      const standing = await watch.now();
      const event = await eventFor(app, listener, standing);
      if (event.id !== sent && !gone.aborted) {
        sent = event.id;
        yield event;
      }
      await watch.changed(standing, recheckEvery, gone);
    }
    if (place.ended.aborted) throw tooManyStreams();
    // A refusal that the browser answers by coming back, to this server or the next.
    if (!left.aborted) throw new DomainError("busy", "The server is stopping. Try again in a moment.");
  } finally {
    watch.close();
    place.leave();
  }
}

type Listener = { studyId: string; accountId: string; sessionRef: string };

async function eventFor(app: App, listener: Listener, { head, round }: Standing): Promise<StudyEvent> {
  return app.store.read(async (db) => {
    const role = await requireListener(app, db, listener);
    if (role !== "auditor") return { id: String(head), head, round, own: null };
    const mine = await ownStanding(db, listener);
    const place = mine.round === null ? "none" : Object.values(mine.round).join("-");
    return { id: [place, mine.own.seat, mine.own.guidelineVersion].join("-"), head: null, ...mine };
  });
}

async function ownStanding(db: Reader, { studyId, accountId }: Listener) {
  const seat = (await findSeatOf(db, studyId, accountId)) ?? null;
  const round = seat === null ? null : ((await findNewestRoundOfSeat(db, studyId, seat)) ?? null);
  const guidelineVersion = (await findGuidelineVersion(db, studyId)) ?? 0;
  return { round, own: { seat, guidelineVersion } };
}

async function requireListener(
  app: App,
  db: Reader,
  { studyId, accountId, sessionRef }: Listener,
): Promise<StudyRole> {
  const holder = await findListener(app, db, sessionRef);
  const membership = await findMembership(db, studyId, accountId);
  if (holder !== accountId) throw new DomainError("not-signed-in", "Sign in first.");
  if (membership?.endedAt !== null) throw new DomainError("forbidden", "You have no role in this study.");
  return membership.role;
}
