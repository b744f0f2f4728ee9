import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { connectStore, type StoreLocation } from "#db/open-store.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { serverKeyText } from "#server/studies/checkpoints/identity.ts";
import { addReader } from "#server/studies/seats.ts";
import { readRecord, replayRecord } from "#tests/replay/record.ts";
import { addAccount, emailOf, testAppBeside } from "#tests/setup/app.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { incomeAbove, madeUpPeople, publishFor, seatByLink } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { startWitness } from "#tests/setup/witness.ts";
import { describeEngines } from "../setup/engines.ts";
import { HttpClient } from "./http-client.ts";
import { type KilledStudy, type KillStage, killAtWork } from "./kill/trial.ts";
import { freePort, ServerProcess } from "./server-process.ts";

/** 3 of the trial's 1,000 kills, on each engine; `npm run trial -- kill` runs them all. */
const kills = Number(process.env.EVENHAND_TRIAL_KILLS ?? 3);
/** Another seed gives another 1,000 kills. */
const seed = Number(process.env.EVENHAND_TRIAL_SEED ?? 20_260_105);
const isWhole = process.env.EVENHAND_TRIAL_KILLS !== undefined;
const password = "only for this trial";
const auditorNames = ["auditor-1", "auditor-2", "auditor-3"];

type Parts = { stage: KillStage; reader: () => Promise<HttpClient> };

/** Publishes three studies on one database: without a beacon, with one, and with one and the draw at the opening. */
async function publishAll(
  place: StoreLocation,
  folder: string,
): Promise<{ studies: KilledStudy[]; env: Record<string, string> }> {
  const app = await testAppBeside(await connectStore(place), loadSecrets(folder));
  try {
    const beacon = await startBeacon(Date.now, { delay: 0 });
    onTestFinished(beacon.close);
    const witness = await startWitness(join(folder, "witness"), { servers: [serverKeyText(app)] });
    onTestFinished(witness.kill);
    const operatorId = await addAccount(app, "operator", "operator", password);
    const researcherId = await addAccount(app, "researcher", "member", password);
    const auditorIds = [];
    for (const name of auditorNames) auditorIds.push(await addAccount(app, name, "member", password));
    const studies: KilledStudy[] = [];
    for (const kind of [
      { drawAt: "close", hasBeacon: false },
      { drawAt: "close", hasBeacon: true },
      { drawAt: "opening", hasBeacon: true },
    ] as const) {
      const { drawAt, hasBeacon } = kind;
      const around = { ...app, witnesses: [witness.witness], beacon: hasBeacon ? beacon : null };
      const studyId = await publishFor(around, operatorId, {
        name: `draw at ${drawAt}, ${hasBeacon ? "with" : "without"} a beacon`,
        settings: { roundSize: "3", horizon: String(Math.max(20, kills)), drawAt },
        people: madeUpPeople(3 * (kills + 3)),
        rules: { kind: "conjunctions", predicates: incomeAbove(30, 60) },
      });
      await addReader(app, { studyId, accountId: researcherId, role: "researcher" });
      for (const [index, accountId] of auditorIds.entries())
        await seatByLink(app, { studyId, accountId, seat: `s${index + 1}` });
      studies.push({ studyId, ...kind });
    }
    const { chain, key, genesis, period } = beacon.beacon;
    return {
      studies,
      env: {
        EVENHAND_BEACON_URLS: beacon.relays.join(","),
        EVENHAND_BEACON_CHAIN: [chain, key, genesis, period].join(" "),
        EVENHAND_BEACON_DELAY: "0",
        EVENHAND_WITNESSES: `${witness.witness.key} ${witness.witness.address}`,
      },
    };
  } finally {
    await app.close();
  }
}

async function setStage(place: StoreLocation, folder: string): Promise<Parts> {
  const { studies, env } = await publishAll(place, folder);
  const ofServer = { ...env, EVENHAND_DATA: folder, DATABASE_URL: place.databaseUrl ?? "" };
  const first = new ServerProcess(await freePort(), ofServer);
  const second = new ServerProcess(await freePort(), ofServer);
  for (const server of [first, second]) {
    onTestFinished(() => server.kill());
    await server.start();
  }
  const signIn = async (name: string, { origin }: ServerProcess) => {
    const client = new HttpClient(origin);
    await client.signIn(emailOf(name), password);
    return client;
  };
  const auditors = [];
  for (const [index, name] of auditorNames.entries())
    auditors.push(await signIn(name, index === 2 ? second : first));
  const operator = await signIn("operator", first);
  const stage = {
    servers: [first, second],
    operator,
    confirmOperator: () => operator.signIn(emailOf("operator"), password),
    auditors,
    studies,
  } as const;
  // Not earlier, because the record requires a fresh sign-in.
  return { stage, reader: () => signIn("researcher", first) };
}

/** Prints the progress of a trial that takes an hour. */
function report(done: number): void {
  if (isWhole && done % 50 === 0) console.log(`${done} of ${kills} kills`);
}

describeEngines("serving processes are killed", (_openStore, engine) => {
  it(`lose nothing acknowledged in ${kills} kills, at work and while starting`, async () => {
    const place = await engine.newPlace();
    const folder = place.dataFolder || (await mkdtemp(join(tmpdir(), "evenhand-kill-")));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { stage, reader } = await setStage(place, folder);
    const { figures, acknowledged } = await killAtWork(stage, { kills, seed, report });
    if (isWhole) console.log(engine.name, figures, acknowledged.tallies);

    expect(figures).toMatchObject({ kills, lettersLost: 0 });
    for (const [kind, { differentOnRetry }] of Object.entries(acknowledged.tallies))
      expect([kind, differentOnRetry]).toEqual([kind, 0]);
    expect(acknowledged.entries.length).toBeGreaterThan(0);
    const researcher = await reader();
    const types = new Set<string>();
    for (const { studyId } of stage.studies) {
      const record = await researcher.text(`/api/studies/${studyId}/record`);
      const parts = readRecord(record);
      const lines = parts.log.trimEnd().split("\n");
      const ofStudy = acknowledged.entries.filter((one) => one.studyId === studyId);
      const missing = ofStudy.filter(({ seq, hash }) => {
        const line = lines[seq - 1];
        return line === undefined || (hash !== null && entryHash(line) !== hash);
      });
      expect(missing).toEqual([]);
      const closed = lines.filter((line) => line.includes('"type":"round.closed"'));
      const rounds = closed.map((line) => /"round":(\d+),"violations"/.exec(line)?.[1]);
      expect(new Set(rounds).size).toBe(rounds.length);
      for (const line of lines) types.add(String(JSON.parse(line).type));
      expect(parts.log).toMatch(/"docket":\[\[/);
      expect(replayRecord(record).problems).toEqual([]);
      expect(verified(parts).problems).toEqual([]);
    }
    expect([...types]).toEqual(expect.arrayContaining(["round.closing", "round.drawn", "round.closed"]));
  });
});
