import { connectStore } from "#db/open-store.ts";
import { insertFactor } from "#db/queries/factors.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { makeCast } from "#tests/http/cast.ts";
import { addAccount, type TestApp, testAppBeside } from "#tests/setup/app.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";
import { Door } from "./door.ts";

/** Two hours: sensitive acts ask for the password again after ten minutes, and the attacks take longer. */
const LONG = 2 * 60 * 60_000;

type Signed =
  | "operator"
  | "administrator"
  | "outsider"
  | "former operator"
  | "auditor elsewhere"
  | "owing a factor";

/** A running server on a SQLite file, and this process beside it on the same file. */
export type Stage = {
  readonly app: TestApp;
  readonly door: Door;
  readonly study: TestStudy;
  readonly elsewhere: TestStudy;
  readonly cookies: Readonly<Record<Signed, string> & { anonymous: null }>;
  readonly stop: () => Promise<void>;
};

export async function startStage(engine: TestEngine, settings: Record<string, string>): Promise<Stage> {
  const place = await engine.newPlace();
  // The server's clock is the real one, and what this process makes must not be out of date there.
  const app = await testAppBeside(await connectStore(place), loadSecrets(place.dataFolder));
  const { study, accounts } = await makeCast(app);
  await playRound(app, study, []);
  const elsewhere = await publishedStudy(app, { name: "elsewhere-unseen" });
  const env = { EVENHAND_DATA: place.dataFolder, DATABASE_URL: "", EVENHAND_TRUST_PROXY: "1", ...settings };
  const server = new ServerProcess(await freePort(), env);
  await server.start();
  const door = new Door(server.origin);
  const cookie = (id: string) => cookieOf({ ...app, now: () => Date.now() + LONG }, id);
  return {
    app,
    door,
    study,
    elsewhere,
    cookies: {
      anonymous: null,
      operator: await cookie(accounts.operator.id),
      administrator: await cookie(accounts.administrator.id),
      outsider: await cookie(accounts.outsider.id),
      "former operator": await cookie(accounts["former operator"].id),
      "auditor elsewhere": await cookie(elsewhere.auditorIds[0] ?? ""),
      "owing a factor": await cookie(await withFactor(app)),
    },
    stop: async () => {
      door.close();
      await server.kill();
      await app.close();
    },
  };
}

/** Adds an administrator with an authenticator app, in whose sessions no code was given. */
async function withFactor(app: TestApp): Promise<string> {
  const accountId = await addAccount(app, "owing-a-factor", "administrator");
  const at = app.now();
  const factor = { id: app.newId(), accountId, kind: "authenticator", name: "A phone", counter: 0 } as const;
  await app.store.tx((tx) =>
    insertFactor(tx, { ...factor, secret: "sealed", createdAt: at, lastUsedAt: at }),
  );
  return accountId;
}
