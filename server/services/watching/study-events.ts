import { findMembership, type StudyRole } from "#db/queries/seats.ts";
import { findLiveSession } from "#db/queries/sessions.ts";
import { limits } from "../accounts/limits.ts";
import type { App } from "../app.ts";
import { DomainError } from "../errors.ts";
import { stopping } from "./stopping.ts";
import { type RoundStanding, type Standing, watchStudy } from "./study-watch.ts";

/**
 * Something changed. Operators and researchers learn the number of the log's last entry and ask for the rest. Auditors
 * must not be able to count what others seal, so they are told of openings, endings and new deadlines only.
 */
export type StudyEvent = {
  readonly id: string;
  readonly head: number | null;
  readonly round: RoundStanding | null;
};

/** How long an ended session or role may stay unnoticed while nothing happens; before each event it is looked at anyway. */
const recheckEvery = 3_000;

/**
 * A study's changes: one event at once, then one each time. Ends with the listener; with a refusal as soon as the session
 * has ended or the account has no role in the study any more, or when the server is told to stop.
 *
 * @throws DomainError "not-signed-in", "forbidden", "busy"
 */
export async function* studyEvents(
  app: App,
  listener: { studyId: string; accountId: string; sessionRef: string },
  left: AbortSignal,
): AsyncGenerator<StudyEvent> {
  const gone = AbortSignal.any([left, stopping()]);
  const watch = watchStudy(app, listener.studyId);
  try {
    let sent: string | undefined;
    while (!gone.aborted) {
      const standing = await watch.now();
      const event = eventFor(await requireListener(app, listener), standing);
      if (event.id !== sent && !gone.aborted) {
        sent = event.id;
        yield event;
      }
      await watch.changed(standing, recheckEvery, gone);
    }
    // A refusal that the browser answers by coming back, to this server or the next.
    if (!left.aborted) throw new DomainError("busy", "The server is stopping. Try again in a moment.");
  } finally {
    watch.close();
  }
}

/** Not findSessionByRef: a page that is merely open must not keep a session from running out. */
async function requireListener(
  app: App,
  { studyId, accountId, sessionRef }: { studyId: string; accountId: string; sessionRef: string },
): Promise<StudyRole> {
  const now = app.now();
  const { session, membership } = await app.store.read(async (db) => ({
    session: await findLiveSession(db, sessionRef, { now, idleSince: now - limits.sessionIdle }),
    membership: await findMembership(db, studyId, accountId),
  }));
  if (session?.accountId !== accountId) throw new DomainError("not-signed-in", "Sign in first.");
  if (membership?.endedAt !== null) throw new DomainError("forbidden", "You have no role in this study.");
  return membership.role;
}

function eventFor(role: StudyRole, { head, round }: Standing): StudyEvent {
  if (role !== "auditor") return { id: String(head), head, round };
  const id = round === null ? "none" : [round.number, round.state, round.deadlineAt ?? "none"].join("-");
  return { id, head: null, round };
}
