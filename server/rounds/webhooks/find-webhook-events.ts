import { countViolations } from "#db/queries/draws.ts";
import { countAwaited } from "#db/queries/outcomes.ts";
import { findRound } from "#db/queries/rounds.ts";
import {
  deleteOldDeliveries,
  insertDeliveries,
  listRoundsClosedFor,
  listServerWebhooks,
  listUnseenEntries,
  listWebhooksToSend,
  updateWebhook,
} from "#db/queries/webhooks.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import type { DeliveryKind, WebhookEvent } from "#server/schemas/webhook-events.ts";

const day = 24 * 60 * 60_000;

/** How long an event is kept after it was recorded, in milliseconds, and how many of a webhook. */
const deliveriesKept = { forMs: 30 * day, atMost: 100 };

/** The most log entries that one look turns into events; the next look takes the others. */
const entriesAtOnce = 200;

const entryTypes = ["round.opened", "round.closed", "study.ended"] as const;

/** What an event says: ids, counts and places in the log. No names, no free text, nothing about a person. */
type EventData = {
  readonly studyId?: string | null;
  readonly round?: number | undefined;
  readonly pairs?: number;
  readonly seats?: number;
  readonly reports?: number;
  readonly missingOutcomes?: number;
  /** The log entry that the event rests on. */
  readonly entry?: { readonly seq: number; readonly hash: string };
};

type NewEvent = {
  readonly webhookId: string;
  readonly kind: DeliveryKind;
  readonly number: number;
  /** When it happened. */
  readonly at: number;
  readonly data: EventData;
};

/** Records the events that happened since the last look, and lists the webhooks with an event that is due. */
export async function findWebhookEvents(app: App): Promise<{ webhookId: string }[]> {
  const now = app.now();
  const { events, seen } = await app.store.read(async (db) => {
    const unseen = await readUnseen(db);
    return { ...unseen, events: [...unseen.events, ...(await readOutcomesDue(db, now))] };
  });
  if (events.length + seen.size > 0) {
    await app.store.tx(async (tx) => {
      await recordEvents(app, tx, events);
      for (const [webhookId, seenSeq] of seen) await updateWebhook(tx, webhookId, { seenSeq });
    });
  }
  return app.store.read((db) => listWebhooksToSend(db, now));
}

/** Adds events to be sent, and deletes old ones of the same webhooks. An event that is known already is left out. */
export async function recordEvents(app: App, tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const now = app.now();
  const rows = events.map(({ webhookId, kind, number, at, data }) => ({
    ...{ id: app.newId(), webhookId, kind, number, createdAt: now, sendAt: now },
    body: JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data }),
  }));
  await insertDeliveries(tx, rows);
  for (const webhookId of new Set(rows.map((row) => row.webhookId))) {
    const before = now - deliveriesKept.forMs;
    await deleteOldDeliveries(tx, { webhookId, before, keep: deliveriesKept.atMost });
  }
}

/** Records a failed backup for the webhooks of the server, at most once a day (UTC). */
export async function recordFailedBackup(app: App, tx: Tx): Promise<void> {
  const at = app.now();
  const about = { kind: "backup.failed" as const, number: Math.floor(at / day), at, data: {} };
  const webhookIds = await listServerWebhooks(tx);
  await recordEvents(
    app,
    tx,
    webhookIds.map((webhookId) => ({ ...about, webhookId })),
  );
}

/** Reads the events of log entries that the webhooks have not seen, and the last entry that each has then seen. */
async function readUnseen(db: Reader): Promise<{ events: NewEvent[]; seen: Map<string, number> }> {
  const events: NewEvent[] = [];
  const seen = new Map<string, number>();
  for (const entry of await listUnseenEntries(db, { types: entryTypes, limit: entriesAtOnce })) {
    const { webhookId, studyId, seq, hash, at, round } = entry;
    seen.set(webhookId, seq);
    const about = { webhookId, number: round ?? 0, at };
    const data = { ...(await readRoundFacts(db, studyId, round)), entry: { seq, hash } };
    const kind = entry.type as (typeof entryTypes)[number];
    const add = (of: WebhookEvent, more: EventData) => {
      if (isWanted(entry, of)) events.push({ ...about, kind: of, data: { ...data, ...more } });
    };
    if (kind !== "round.closed" || round === null) add(kind, {});
    else {
      const reports = (await countViolations(db, studyId, [round])).get(round)?.reported ?? 0;
      add(kind, { reports });
      if (reports > 0) add("pair.reported", { reports });
    }
  }
  return { events, seen };
}

/** Reads which rounds have outcomes missing a week after they closed. */
async function readOutcomesDue(db: Reader, now: number): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const kind = "outcomes.due";
  for (const closed of await listRoundsClosedFor(db, { from: now - 8 * day, to: now - 7 * day })) {
    const { webhookId, studyId, number, closedSeq: seq, closedHash: hash } = closed;
    if (!isWanted(closed, kind) || seq === null || hash === null) continue;
    const awaited = await countAwaited(db, [studyId]);
    const missingOutcomes = awaited.find(({ round }) => round === number)?.awaited ?? 0;
    if (missingOutcomes === 0) continue;
    const data = { ...(await readRoundFacts(db, studyId, number)), missingOutcomes, entry: { seq, hash } };
    events.push({ webhookId, kind, number, at: now, data });
  }
  return events;
}

async function readRoundFacts(db: Reader, studyId: string, number: number | null): Promise<EventData> {
  const round = number === null ? undefined : await findRound(db, studyId, number);
  if (round === undefined) return { studyId };
  return { studyId, round: round.number, pairs: round.pairCount, seats: round.seatCount };
}

function isWanted({ events }: { readonly events: string }, kind: WebhookEvent): boolean {
  return events.split(" ").includes(kind);
}
