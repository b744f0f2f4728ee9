import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { testAppBeside } from "../setup/app.ts";
import { describeEngines } from "../setup/engines.ts";
import { raceToClose } from "./race.ts";

/** 8 of the trial's 300 rounds; `npm run trial -- race` runs them all. */
const rounds = Number(process.env.EVENHAND_TRIAL_ROUNDS ?? 8);

describeEngines("two processes race to close a round", (_openStore, engine) => {
  it(`closes each of ${rounds} rounds once, with one receipt for all requests, and counts no later ballot`, async () => {
    const place = await engine.newPlace();
    const folder = place.dataFolder || (await mkdtemp(join(tmpdir(), "evenhand-race-")));
    const app = await testAppBeside(await connectStore(place), loadSecrets(folder));
    const figures = await raceToClose(
      app,
      { EVENHAND_DATA: folder, DATABASE_URL: place.databaseUrl ?? "" },
      rounds,
    );
    await app.close();
    if (folder !== place.dataFolder) await rm(folder, { recursive: true });
    if (process.env.EVENHAND_TRIAL_ROUNDS !== undefined) console.log(engine.name, figures);
    expect(figures.closeRequests).toBe(4 * rounds);
    expect(figures.differentReceipts).toBe(0);
    expect(figures.closeEntries).toBe(rounds);
    expect(figures.ballotsInLog).toBe(figures.ballotsAcknowledged);
    expect(figures.ballotRows).toBe(figures.ballotsAcknowledged);
    expect(figures.ballotsAfterClose).toBe(0);
    expect(figures.problems).toEqual([]);
    expect(figures.ballotsAcknowledged + figures.ballotsRefused).toBe(3 * 3 * rounds);
  });
});
