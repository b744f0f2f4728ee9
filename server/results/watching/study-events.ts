import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { stopping } from "#server/platform/process/stopping.ts";
import { takeStreamPlace, tooManyStreams } from "./stream-places.ts";
import { type Listener, type Look, type RoundStanding, watchStudy } from "./study-watch.ts";

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
  const watch = watchStudy(app, listener);
  try {
    let sent: string | undefined;
    while (!gone.aborted) {
      const look = await watch.now();
      const event = await eventFor(listener, look);
      if (event.id !== sent && !gone.aborted) {
        sent = event.id;
        yield event;
      }
      await watch.changed(look, gone);
    }
    if (place.ended.aborted) throw tooManyStreams();
    // A refusal that the browser answers by coming back, to this server or the next.
    if (!left.aborted) throw new DomainError("busy", "The server is stopping. Try again in a moment.");
  } finally {
    watch.close();
    place.leave();
  }
}

async function eventFor({ accountId }: Listener, look: Look): Promise<StudyEvent> {
  if (!look.isSignedIn) throw new DomainError("not-signed-in", "Sign in first.");
  if (look.role === undefined) throw new DomainError("forbidden", "You have no role in this study.");
  const { head, round, role } = look;
  if (role !== "auditor") return { id: String(head), head, round, own: null };
  const held = (await look.seats()).get(accountId);
  const own = { seat: held?.seat ?? null, guidelineVersion: look.guidelineVersion };
  const mine = { round: held?.round ?? null, own };
  const place = mine.round === null ? "none" : Object.values(mine.round).join("-");
  return { id: [place, own.seat, own.guidelineVersion].join("-"), head: null, ...mine };
}
