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

/** How many auditors judge, in how many rounds and on how many servers. */
export type LoadOptions = {
  readonly auditors: number;
  /** 1: studies of 50 auditors have a round each. More: one study has all auditors, each on one panel. */
  readonly openRounds: number;
  readonly servers: number;
};

export type Stage = {
  readonly app: TestApp;
  readonly auditors: readonly LoadAuditor[];
  /** Returns the usage of all serving processes together. */
  readonly usage: () => Promise<Usage>;
  readonly stop: () => Promise<void>;
};

/** Creates studies with open rounds and signed-in panels, and starts the servers on one database. */
export async function startStage(
  engine: TestEngine,
  { auditors: count, openRounds, servers: serverCount }: LoadOptions,
): Promise<Stage> {
  const place = await engine.newPlace();
  const folder = place.dataFolder || (await mkdtemp(join(tmpdir(), "evenhand-load-")));
  const app = { ...testApp(await connectStore(place), loadSecrets(folder)), now: Date.now };
  const places = await seatPanels(app, { count, openRounds });
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

async function seatPanels(
  app: TestApp,
  { count, openRounds }: { count: number; openRounds: number },
): Promise<Place[]> {
  const places: Place[] = [];
  const membersOfStudy = openRounds > 1 ? count : seatsAStudy;
  for (let left = count; left > 0; left -= membersOfStudy) {
    const members = Math.min(membersOfStudy, left);
    const seats = Math.ceil(members / openRounds);
    // In guarded mode each open round lowers the limit, so later ones would have no pair to judge.
    const mode = openRounds > 1 ? "known" : "guarded";
    const { studyId, auditorIds } = await publishedStudy(app, {
      auditors: members,
      people: madeUpPeople((openRounds + 3) * roundSize),
      settings: {
        ...{ mode, roundSize: String(roundSize), horizon: String(openRounds + 3) },
        ...{ seats: String(seats), panelSelection: { how: "by-operator", quotas: [] } },
      },
    });
    for (let first = 0; first < members; first += seats) {
      const panel = auditorIds.slice(first, first + seats);
      const seatIds = panel.map((_, index) => `s${first + index + 1}`);
      const { round } = await openRound(app, { studyId, seatIds });
      for (const accountId of panel) {
        const network = `10.0.${Math.floor(places.length / 250)}.${1 + (places.length % 250)}`;
        places.push({ studyId, round, cookie: await cookieOf(app, accountId), network });
      }
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
