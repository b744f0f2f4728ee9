import { connectStore } from "#db/open-store.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { addAccount, type TestApp, testAppBeside } from "#tests/setup/app.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";
import { AttackClient } from "./requests.ts";

/** A running server and this process, sharing one SQLite file. */
export type Stage = {
  readonly app: TestApp;
  readonly client: AttackClient;
  readonly study: TestStudy;
  /** Cookies of an operator of the study, an administrator and an auditor of another study; a visitor has none. */
  readonly cookies: Readonly<Record<"operator" | "administrator" | "auditor elsewhere", string>> & {
    readonly anonymous: null;
  };
  readonly stop: () => Promise<void>;
};

export async function startStage(engine: TestEngine, settings: Record<string, string>): Promise<Stage> {
  const place = await engine.newPlace();
  // The server's clock is the real one, and data of this process must not be expired there.
  const app = await testAppBeside(await connectStore(place), loadSecrets(place.dataFolder));
  const study = await publishedStudy(app);
  await playRound(app, study, []);
  const elsewhere = await publishedStudy(app, { name: "elsewhere" });
  const env = { EVENHAND_DATA: place.dataFolder, DATABASE_URL: "", EVENHAND_TRUST_PROXY: "1", ...settings };
  const server = new ServerProcess(await freePort(), env);
  await server.start();
  const client = new AttackClient(server.origin);
  return {
    app,
    client,
    study,
    cookies: {
      anonymous: null,
      operator: await cookieOf(app, study.operatorId),
      administrator: await cookieOf(app, await addAccount(app, "administrator", "administrator")),
      "auditor elsewhere": await cookieOf(app, elsewhere.auditorIds[0] ?? ""),
    },
    stop: async () => {
      client.close();
      await server.kill();
      await app.close();
    },
  };
}
