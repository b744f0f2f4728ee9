import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore } from "#db/open-store.ts";
import { insertFactor } from "#db/queries/factors.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { addResearcher } from "#server/studies/seats.ts";
import { type Cast, formers, makeCast } from "#tests/http/cast.ts";
import { type Person, people } from "#tests/http/who-may.ts";
import { addAccount, type TestApp, testAppBeside } from "#tests/setup/app.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";
import { Door } from "./door.ts";

/** Everybody of the role table, those whose role has ended, members of another study, and who has given but a password. */
const strangers = ["auditor elsewhere", "researcher elsewhere", "owing a factor"] as const;
export const attackers = [...people, ...formers, ...strangers] as const;
const LONG = 2 * 60 * 60_000;
export type Attacker = (typeof attackers)[number];

/** A real server on a real database, and this process beside it on the same one. */
export type Stage = {
  readonly app: TestApp;
  readonly door: Door;
  readonly server: ServerProcess;
  readonly cast: Cast;
  readonly study: TestStudy;
  readonly elsewhere: TestStudy;
  readonly ids: Readonly<Record<Exclude<Attacker, "anonymous">, string>>;
  readonly cookies: Readonly<Record<Attacker, string | null>>;
  /** What another server on the same database is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

export async function startStage(engine: TestEngine, extra: Record<string, string> = {}): Promise<Stage> {
  const place = await engine.newPlace();
  const folder = place.dataFolder || (await mkdtemp(join(tmpdir(), "evenhand-hostile-")));
  // The server's clock is the real one, and what this process makes must not be out of date there.
  const app = await testAppBeside(await connectStore(place), loadSecrets(folder));
  const cast = await makeCast(app);
  await playRound(app, cast.study, []);
  const elsewhere = await publishedStudy(app, { name: "elsewhere-unseen" });
  const researcherId = await addAccount(app, "researcher-elsewhere");
  await addResearcher(app, { studyId: elsewhere.studyId, accountId: researcherId });
  const env = { EVENHAND_DATA: folder, DATABASE_URL: place.databaseUrl ?? "", ...extra };
  const server = new ServerProcess(await freePort(), { ...env, EVENHAND_TRUST_PROXY: "1" });
  await server.start();
  const door = new Door(server.origin, "patient");
  const ids = {} as Record<Exclude<Attacker, "anonymous">, string>;
  for (const [who, { id }] of Object.entries(cast.accounts)) ids[who as keyof typeof cast.accounts] = id;
  ids["auditor elsewhere"] = elsewhere.auditorIds[0] ?? "";
  ids["researcher elsewhere"] = researcherId;
  ids["owing a factor"] = await withFactor(app);
  // As if they had signed in later: what is weighty asks again after ten minutes, and the whole trial takes longer.
  const later = { ...app, now: () => Date.now() + LONG };
  const cookies = {} as Record<Attacker, string | null>;
  for (const who of attackers) cookies[who] = who === "anonymous" ? null : await cookieOf(later, ids[who]);
  return {
    app,
    door,
    server,
    cast,
    study: cast.study,
    elsewhere,
    ids,
    cookies,
    env,
    stop: async () => {
      door.close();
      await server.kill();
      await app.close();
      if (folder !== place.dataFolder) await rm(folder, { recursive: true });
    },
  };
}

/** An administrator with an app for codes, whose sessions have not seen one. */
async function withFactor(app: TestApp): Promise<string> {
  const accountId = await addAccount(app, "owing-a-factor", "administrator");
  const at = app.now();
  const factor = { id: app.newId(), accountId, kind: "authenticator", name: "A phone", counter: 0 } as const;
  await app.store.tx((tx) =>
    insertFactor(tx, { ...factor, secret: "sealed", createdAt: at, lastUsedAt: at }),
  );
  return accountId;
}

/** Whom the table of who may do what means by this attacker; undefined: somebody without any role in the study. */
export function asPerson(who: Attacker): Person | undefined {
  return people.find((person) => person === who);
}
