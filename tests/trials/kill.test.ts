import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { entryHash } from "#server/log/hash.ts";
import { loadSecrets } from "#server/services/secrets/secrets.ts";
import { addResearcher } from "#server/services/studies/seats.ts";
import { readRecord, replayRecord } from "#tests/replay/record.ts";
import { addAccount, emailOf, testApp } from "../setup/app.ts";
import { describeEngines } from "../setup/engines.ts";
import { madeUpPeople, publishedStudy } from "../setup/study.ts";
import { HttpClient } from "./http-client.ts";
import { killWhileSealing } from "./kill.ts";
import { freePort, ServerProcess } from "./server-process.ts";

/** 3 of the trial's 200 kills, on each engine; `npm run trial:kill` does them all. */
const kills = Number(process.env.EVENHAND_TRIAL_KILLS ?? 3);
const password = "only for this trial";

describeEngines("the serving process is killed", (_openStore, engine) => {
  it.skipIf(engine.newPlace === undefined)(
    `loses nothing it acknowledged in ${kills} kills during sealing and closing`,
    async () => {
      const place = await engine.newPlace?.();
      if (place === undefined) throw new Error("this engine has no place for a second process");
      const folder = place.dataFolder || (await mkdtemp(join(tmpdir(), "evenhand-kill-")));
      const app = testApp(await connectStore(place), loadSecrets(folder));
      const study = await publishedStudy(app, {
        settings: { roundSize: "3", horizon: String(Math.max(20, kills)) },
        people: madeUpPeople(3 * (kills + 2)),
        password,
      });
      const accountId = await addAccount(app, "researcher", "member", password);
      await addResearcher(app, { studyId: study.studyId, accountId });
      await app.close();

      const env = { EVENHAND_DATA: folder, DATABASE_URL: place.databaseUrl ?? "" };
      const server = new ServerProcess(await freePort(), env);
      await server.start();
      const signIn = async (email: string) => {
        const client = new HttpClient(server.origin);
        await client.signIn(email, password);
        return client;
      };
      try {
        const operator = await signIn(study.operatorEmail);
        const auditors = [];
        for (const email of study.auditorEmails) auditors.push(await signIn(email));
        const { studyId } = study;
        const trial = { studyId, kills, seed: 20_260_105 };
        const { figures, acknowledged } = await killWhileSealing(server, { operator, auditors }, trial);
        // Not before: the record is only for who has just signed in.
        const reader = await signIn(emailOf("researcher"));
        const record = await reader.text(`/api/studies/${studyId}/record`);
        if (process.env.EVENHAND_TRIAL_KILLS !== undefined) console.log(engine.name, figures);

        const lines = readRecord(record).log.trimEnd().split("\n");
        const missing = [...acknowledged].filter(([seq, hash]) => entryHash(lines[seq - 1] ?? "") !== hash);
        expect(missing).toEqual([]);
        expect(figures.differentOnRetry).toBe(0);
        expect(figures.kills).toBe(kills);
        const closed = lines.map(
          (line) => /"round":(\d+),"violations".*"type":"round.closed"/.exec(line)?.[1],
        );
        const rounds = closed.filter((round) => round !== undefined);
        expect(rounds.length).toBeGreaterThan(0);
        expect(new Set(rounds).size).toBe(rounds.length);
        expect(replayRecord(record).problems).toEqual([]);
      } finally {
        await server.kill();
        if (folder !== place.dataFolder) await rm(folder, { recursive: true });
      }
    },
    60_000 + 10_000 * kills,
  );
});
