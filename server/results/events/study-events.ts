import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { stopping } from "#server/platform/process/stopping.ts";
import { takeStreamPlace, tooManyStreams } from "./stream-places.ts";
import { type Listener, type Look, type RoundStatusNow, watchStudy } from "./study-watch.ts";

/**
 * Notification of a change. Operators and researchers get the number of the log's last entry and request the rest.
 * Auditors must not be able to count what other auditors seal. They are notified only of openings, endings and
 * deadlines of rounds with them on the panel, of their seat and of new guidelines.
 */
export type StudyEvent = {
  readonly id: string;
  /** Null for auditors. */
  readonly head: number | null;
  /** The newest round; for an auditor the newest with them on the panel. */
  readonly round: RoundStatusNow | null;
  /** Only for auditors. */
  readonly own: OwnStatus | null;
};

type OwnStatus = {
  /** The auditor's current seat. */
  readonly seat: string | null;
  /** Version of the newest guidelines, which apply from the next opening on. */
  readonly guidelineVersion: number;
};

/**
 * Streams a study's changes: one event at once, then one for each change. Ends with the listener. Ends with a refusal
 * as soon as the session has ended or the account has no role in the study any more, when the account follows studies
 * on too many pages, or when the server is stopping.
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
    // The browser reacts to this refusal by reconnecting, to this server or the next.
    if (!left.aborted) throw new DomainError("busy", t.serverStopping());
  } finally {
    watch.close();
    place.leave();
  }
}

async function eventFor({ accountId }: Listener, look: Look): Promise<StudyEvent> {
  if (!look.isSignedIn) throw new DomainError("not-signed-in", t.signInFirst());
  if (look.role === undefined) throw new DomainError("forbidden", t.noRoleInStudy());
  const { head, round, role } = look;
  if (role !== "auditor") return { id: String(head), head, round, own: null };
  const held = (await look.seats()).get(accountId);
  const own = { seat: held?.seat ?? null, guidelineVersion: look.guidelineVersion };
  const mine = { round: held?.round ?? null, own };
  const place = mine.round === null ? "none" : Object.values(mine.round).join("-");
  return { id: [place, own.seat, own.guidelineVersion].join("-"), head: null, ...mine };
}
