import { listEntriesOf } from "#db/queries/log.ts";
import { listOpenRounds } from "#db/queries/rounds.ts";
import type { HistoryEvent } from "#server/analysis/what-if/history.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { resampleSeed } from "#server/audit-log/seeds.ts";
import type { App } from "#server/platform/app/app.ts";
import { recordDownload } from "#server/platform/security-log/record-download.ts";
import { namedCells } from "#server/studies/learner/read-steps.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";

const replayedTypes = ["round.opened", "round.closed", "round.cancelled", "outcome.recorded"] as const;
type Replayed = Entry<(typeof replayedTypes)[number]>;

/** An opening has up to 100 people, each read with its cells. */
const entriesAtOnce = 150;

/**
 * Reads the learner's events after entry `after`, as far as its rounds are over, with the features of their people: all
 * that a replay in the browser needs. The first part is recorded in the security log like any file with features.
 *
 * @throws DomainError "not-found", "study-not-ready", "study-audits"
 */
export async function takeHistory(
  app: App,
  { studyId, after, accountId }: { studyId: string; after: number; accountId: string },
) {
  const part = await app.store.read(async (db) => {
    const settings = learningOf(settingsOf(await requireStudy(db, studyId)));
    const open = new Set((await listOpenRounds(db, studyId)).map(({ number }) => number));
    const which = { studyId, types: replayedTypes, after, limit: entriesAtOnce };
    const rows = await listEntriesOf(db, which);
    const entries = rows.map(({ entry }) => readLine(entry) as Replayed);
    const events = entries.flatMap((entry) => (open.has(entry.body.round) ? [] : [eventOf(entry)]));
    const names = events.flatMap((event) => (event.kind === "opened" ? event.people : []));
    const cells = await namedCells(db, studyId, [...new Set(names)]);
    const last = entries.at(-1);
    return {
      /** Only in the first part. */
      spec: after === 0 ? settings.learner : null,
      events,
      /** Cells of all people in these events' openings, except erased people. */
      cells: Object.fromEntries(cells),
      /** The entry after which the next part begins; null after the last one. */
      next: last !== undefined && entries.length === entriesAtOnce ? last.seq : null,
    };
  });
  if (after === 0) await recordDownload(app, { studyId, actorId: accountId, file: "data" });
  return part;
}

function eventOf({ type, body }: Replayed): HistoryEvent {
  switch (type) {
    case "round.opened":
      return {
        kind: "opened",
        round: body.round,
        people: body.people.map(({ person }) => person),
        noiseSeed: body.noiseSeed,
      };
    case "round.closed": {
      const { round, link, draw } = body;
      if (draw === undefined) throw new Error(`round ${round} of a study that learns closed without a draw`);
      const order = "order" in draw ? draw.order : [];
      return { kind: "closed", round, u: Number(draw.u), order, resampleSeed: resampleSeed(link) };
    }
    case "round.cancelled":
      return { kind: "cancelled", round: body.round };
    default:
      return { kind: "outcome", round: body.round, position: body.position, value: body.value };
  }
}
