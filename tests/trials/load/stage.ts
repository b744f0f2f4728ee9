import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore } from "#db/open-store.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import { preloadOption } from "#tests/setup/preload-option.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { freePort, ServerProcess } from "../server-process.ts";
import { LoadAuditor, type Place } from "./auditor.ts";
import { readProbe, type Usage } from "./usage.ts";

const seatsAStudy = 50;
const roundSize = 12;

export type Stage = {
  readonly app: TestApp;
  readonly auditors: readonly LoadAuditor[];
  /** Of all serving processes together. */
  readonly usage: () => Promise<Usage>;
  readonly stop: () => Promise<void>;
};

/** Studies with a round open, their panels signed in, and so many servers on one database. */
export async function startStage(
  engine: TestEngine,
  { auditors: count, servers: serverCount }: { auditors: number; servers: number },
): Promise<Stage> {
  const place = await engine.newPlace();
  const folder = place.dataFolder || (await mkdtemp(join(tmpdir(), "evenhand-load-")));
  const app = { ...testApp(await connectStore(place), loadSecrets(folder)), now: Date.now };
  const places = await seatPanels(app, count);
  const servers = await Promise.all(
    Array.from({ length: serverCount }, () =>
      startServer({ EVENHAND_DATA: folder, DATABASE_URL: place.databaseUrl ?? "" }),
    ),
  );
  const auditors: LoadAuditor[] = [];
  for (const [index, one] of places.entries()) {
    auditors.push(await LoadAuditor.enter(servers[index % serverCount]?.server.origin ?? "", one));
  }
  return {
    app,
    auditors,
    usage: () => readProbe(servers.map(({ probePort }) => probePort)),
    stop: async () => {
      await Promise.all(servers.map(({ server }) => server.kill()));
      await app.close();
      await engine.cleanUp();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function seatPanels(app: TestApp, count: number): Promise<Place[]> {
  const places: Place[] = [];
  for (let left = count; left > 0; left -= seatsAStudy) {
    const seats = Math.min(seatsAStudy, left);
    const { studyId, auditorIds } = await publishedStudy(app, {
      auditors: seats,
      people: madeUpPeople(4 * roundSize),
      settings: { mode: "guarded", roundSize: String(roundSize), seats: String(seats), horizon: "4" },
    });
    const { round } = await openRound(app, { studyId });
    for (const accountId of auditorIds) {
      const network = `10.0.${Math.floor(places.length / 250)}.${1 + (places.length % 250)}`;
      places.push({ studyId, round, cookie: await cookieOf(app, accountId), network });
    }
  }
  return places;
}

async function startServer(env: Record<string, string>) {
  const probePort = await freePort();
  const server = new ServerProcess(await freePort(), {
    ...env,
    EVENHAND_TRUST_PROXY: "1",
    EVENHAND_TRIAL_PROBE_PORT: String(probePort),
    NODE_OPTIONS: preloadOption("tests/trials/load/probe.mjs"),
  });
  await server.start();
  return { server, probePort };
}
