import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "#db/open-store.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { replay } from "#tests/replay/replay.ts";
import { judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { fixedBytes, testApp } from "#tests/setup/app.ts";
import { roundRow } from "#tests/setup/beacon-study.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { preloadOption } from "#tests/setup/preload-option.ts";
import { startProxy } from "#tests/setup/proxy.ts";
import { startApp } from "#tests/setup/running-app.ts";
import { type Answer, HttpClient } from "#tests/trials/http-client.ts";
import { freePort } from "../../scripts/lib/port.mjs";

const hour = 3_600_000;
const password = "a made-up panel of three";

/** As in the compose file: two web servers that leave jobs to a worker, one database, and a proxy. */
describePostgres("two web servers and a worker", (_, { newPlace }) => {
  describe("on one PostgreSQL, as processes", () => {
    it("play a round together, and the worker closes it at its deadline", async () => {
      const place = await newPlace();
      if (place.databaseUrl === undefined) throw new Error("no place");
      const folder = mkdtempSync(join(tmpdir(), "evenhand-many-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const store = await openStore(place);
      const clocks = { limitMs: 2 * hour, store, now: Date.now, passed: () => performance.now() };
      const timekeeper = await openTimekeeper(clocks);
      const app = { ...testApp(store, loadSecrets(folder)), now: Date.now, timekeeper };
      onTestFinished(() => store.close());
      const study = await judgingStudy(app, { password });
      const { studyId } = study;

      const [proxyPort, first, second, third, fourth] = await ports();
      const origin = `http://localhost:${proxyPort}`;
      const shared = {
        DATABASE_URL: place.databaseUrl,
        NEXTAUTH_URL: origin,
        EVENHAND_TRUST_PROXY: "1",
        EVENHAND_CLOCK_LIMIT: "7200",
      };
      const start = async (port: number, worker: boolean, env: Record<string, string>) => {
        const logFile = join(folder, `${port}.log`);
        const running = await startApp(port, {
          demo: false,
          worker,
          logFile,
          data: folder,
          env: { ...shared, ...env },
        });
        onTestFinished(async () => void (await running.stop()));
        return running;
      };
      const web = { EVENHAND_WORK: "off" };
      const firstWeb = await start(first, false, web);
      const [, worker] = await Promise.all([start(second, false, web), start(third, true, {})]);
      const proxy = await startProxy(proxyPort, [first, second]);
      onTestFinished(() => void proxy.close());
      for (const path of ["livez", "readyz", "metrics"]) {
        expect((await fetch(`http://127.0.0.1:${third}/${path}`)).status).toBe(200);
      }
      expect((await fetch(`http://127.0.0.1:${third}/`)).status).toBe(404);

      const operator = await signedIn(origin, study.operatorEmail);
      const auditors = await Promise.all(study.auditorEmails.map((email) => signedIn(origin, email)));
      const play = async (round: number) => {
        for (const [who, auditor] of auditors.entries()) {
          const judging = await answered(auditor.query<Judging>("rounds.judging", { studyId, round }));
          const verdicts = judging.pairs.map(([high, low]) => [high, low, "unfair"] satisfies Verdict);
          const given = {
            idempotencyKey: `many-${round}-${who}`,
            nonce: fixedBytes("many", round, who),
            verdicts,
          };
          if (who === 2) continue;
          await answered(
            auditor.mutate("ballots.seal", { studyId, round, ...(await ballotOf(studyId, judging, given)) }),
          );
        }
      };
      // The number of updates may vary: one may come between an opening and its close.
      const isLearned = () => expect.poll(() => listStudiesBehind(app)).not.toContainEqual({ studyId });
      await answered(operator.mutate("rounds.open", { studyId }));
      await play(1);
      await answered(operator.mutate("rounds.close", { studyId, round: 1 }));
      await isLearned();

      const deadlineAt = Date.now() + hour / 2;
      await answered(operator.mutate("rounds.open", { studyId, deadlineAt }));
      await play(2);
      // The other worker, for which the round is not due yet, would otherwise get the close in half of the runs.
      await worker.stop();
      await start(fourth, true, {
        NODE_OPTIONS: preloadOption("tests/setup/other-clock.mjs"),
        EVENHAND_TEST_AHEAD: String(hour),
      });
      await expect
        .poll(() => roundRow(app, studyId, 2))
        .toMatchObject({ state: "closed", closeReason: "deadline" });
      await isLearned();

      expect(Math.min(...proxy.taken.values())).toBeGreaterThan(3);
      await firstWeb.stop();
      const page = await auditors[0]?.send(`/studies/${studyId}/results/2`);
      expect(page?.status).toBe(200);
      const { log, features } = await exportStudy(app, studyId);
      const report = replay(log, features);
      expect(report.problems).toEqual([]);
      expect(report.closedOtherwise).toEqual([]);
    });
  });
});

async function ports(): Promise<[number, number, number, number, number]> {
  const found = [];
  for (let index = 0; index < 5; index += 1) found.push(await freePort());
  return found as [number, number, number, number, number];
}

async function signedIn(origin: string, email: string): Promise<HttpClient> {
  const client = new HttpClient(origin);
  await client.signIn(email, password);
  return client;
}

async function answered<T>(request: Promise<Answer<T>>): Promise<T> {
  const answer = await request;
  if ("ok" in answer) return answer.ok;
  throw new Error(JSON.stringify(answer));
}
