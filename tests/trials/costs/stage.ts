import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore } from "#db/open-store.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { preloadOption } from "#tests/setup/preload-option.ts";
import { addAccount, emailOf, type TestApp, testApp } from "../../setup/app.ts";
import { sqliteEngine } from "../../setup/engine-sqlite.ts";
import { HttpClient } from "../http-client.ts";
import { freePort, ServerProcess } from "../server-process.ts";
import { type Cost, Drive } from "./drive.ts";

export const password = "only for this trial of costs";

export type Stage = {
  readonly app: TestApp;
  readonly drive: Drive;
  readonly origin: string;
  readonly ids: Readonly<Record<Who, string>>;
  /** Signs somebody in who has an account. */
  signIn(name: string): Promise<HttpClient>;
  close(): Promise<void>;
};

const platformRoles = { administrator: "administrator", operator: "operator", auditor: "member" } as const;
type Who = keyof typeof platformRoles;

/** A serving process on a database of its own, told to say how long its request thread stands still. */
export async function setTheStage(note: (cost: Cost) => void): Promise<Stage> {
  const engine = sqliteEngine();
  const place = await engine.newPlace();
  const folder = place.dataFolder || (await mkdtemp(join(tmpdir(), "evenhand-costs-")));
  const app = testApp(await connectStore(place), loadSecrets(folder));
  const real = { ...app, now: Date.now };
  const ids = {} as Record<Who, string>;
  for (const [name, role] of Object.entries(platformRoles)) {
    ids[name as Who] = await addAccount(real, name, role, password);
  }
  const probePort = await freePort();
  const server = new ServerProcess(await freePort(), {
    EVENHAND_DATA: folder,
    DATABASE_URL: "",
    EVENHAND_TRIAL_PROBE_PORT: String(probePort),
    NODE_OPTIONS: preloadOption("tests/trials/costs/probe.mjs"),
  });
  await server.start();
  return {
    app: real,
    drive: new Drive(probePort, note),
    origin: server.origin,
    ids,
    signIn: async (name) => {
      const client = new HttpClient(server.origin);
      await client.signIn(emailOf(name), password);
      return client;
    },
    close: async () => {
      await server.kill();
      await app.close();
      await engine.cleanUp();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function upload(
  client: HttpClient,
  { origin }: Pick<Stage, "origin">,
  { studyId, kind, text }: { studyId: string; kind: string; text: string },
): Promise<void> {
  const headers = { origin, "x-file-name": `${kind}.csv` };
  const answer = await client.send(`/api/studies/${studyId}/uploads/${kind}`, {
    method: "POST",
    body: text,
    headers,
  });
  if (!answer.ok) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
}
