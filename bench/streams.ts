/**
 * What open event streams cost a process while nothing happens, beside a look at the database for each of them every three
 * seconds: `npm run bench -- streams [streams]` (500). Processor time of the whole process, SQLite, one study with a panel
 * of 50 of whom each has as many pages open; 15 s a line.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "#db/open-store.ts";
import { findMembership, findSeatOf } from "#db/queries/seats.ts";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { listHolders, prepareSession } from "#server/services/accounts/sessions.ts";
import { hashToken } from "#server/services/accounts/tokens.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { studyEvents } from "#server/services/watching/study-events.ts";
import type { Listener } from "#server/services/watching/study-watch.ts";
import { testApp } from "#tests/setup/app.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const seats = 50;
const seconds = 15;
const streams = Number(process.argv[2] ?? 500);
const folder = mkdtempSync(join(tmpdir(), "evenhand-streams-"));
const app = testApp(await openStore({ dataFolder: folder }));
const listeners = await makeListeners();

const alone = await processorOf(() => sleep(seconds * 1_000));
const apart = await processorOf(async () => {
  for (let look = 0; look < seconds / 3; look += 1) {
    const looks = listeners.map((listener, index) => lookApart(listener, (3_000 * index) / streams));
    await Promise.all([sleep(3_000), ...looks]);
  }
});
const leave = await openStreams();
const together = await processorOf(() => sleep(seconds * 1_000));
leave();

const perStream = (milliseconds: number) => ((milliseconds - alone) / streams / seconds).toFixed(4);
const row = (name: string, spent: number) => [
  name,
  (spent / seconds).toFixed(1),
  perStream(spent),
  ((spent - alone) / (apart - alone)).toFixed(3),
];
console.log(
  textTable(
    [`${streams} streams`, "ms of processor a second", "a stream", "ratio"],
    [
      row("none", alone),
      row("a look each, every 3 s", apart),
      row("one look for all, every second", together),
    ],
  ),
);
await app.close();
rmSync(folder, { recursive: true, force: true });
process.exit();

async function makeListeners(): Promise<Listener[]> {
  const { studyId, auditorIds } = await publishedStudy(app, { auditors: seats });
  await openRound(app, { studyId });
  const made: Listener[] = [];
  for (let page = 0; page < streams; page += 1) {
    const accountId = auditorIds[page % seats] ?? "";
    const { sessionId, insert } = prepareSession(app, accountId, "a bench");
    await app.store.tx(insert);
    made.push({ studyId, accountId, sessionRef: hashToken(sessionId) });
  }
  return made;
}

/** What a stream that looks for itself would ask: whose session, which role, which seat. */
async function lookApart({ studyId, accountId, sessionRef }: Listener, after: number): Promise<void> {
  await sleep(after);
  await app.store.read(async (db) => {
    await listHolders(app, db, [sessionRef]);
    await findMembership(db, studyId, accountId);
    await findSeatOf(db, studyId, accountId);
  });
}

/** All have had their first event. */
async function openStreams(): Promise<() => void> {
  const gone = new AbortController();
  const events = listeners.map((listener) => studyEvents(app, listener, gone.signal));
  await Promise.all(events.map((stream) => stream.next()));
  for (const stream of events) void stream.next().catch(() => undefined);
  return () => gone.abort();
}

async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
