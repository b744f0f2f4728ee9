import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectStore } from "#db/open-store.ts";
import { demoPassword } from "#server/accounts/demo-people.ts";
import { build, isBuilt } from "../../scripts/lib/build.mjs";
import { freePort } from "../../scripts/lib/port.mjs";
import { prepare } from "../../scripts/lib/prepare.mjs";
import { fixedSecrets, quickHash } from "./app.ts";
import { changeByHand } from "./change-by-hand.ts";
import { startApp } from "./running-app.ts";

type Stop = () => Promise<unknown>;

/**
 * Builds the application if a source changed, and provides what browser tests share: the demo's data, a server with the
 * demo, and a server with the studies of tests/e2e/children. Each is made when the first test asks for it
 * (tests/e2e/shared.ts), so a run does not wait for what its tests do not need.
 */
export default async function offerShared(): Promise<Stop> {
  await mkdir("test-results", { recursive: true });
  if (!isBuilt()) await build();
  const stops: Stop[] = [];
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), "evenhand-shared-"));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const serve = async (data: string, name: string) => {
    const logFile = `test-results/${name}-server.log`;
    const { stop, ...running } = await startApp(await freePort(), { demo: true, data, logFile });
    stops.push(stop);
    return running;
  };
  const demo = inOne(async () => seedData(await newFolder()));
  const offered: Record<string, () => Promise<unknown>> = {
    "/demo-data": demo,
    "/demo-server": inOne(async () => serve(await demo(), "demo")),
    "/studies-server": inOne(async () => {
      const { data, studies } = await makeStudies(await newFolder());
      return { ...(await serve(data, "studies")), studies };
    }),
  };
  const offer = createServer((request, response) => {
    const make = offered[request.url ?? ""] ?? (() => Promise.reject(new Error("not offered")));
    make().then(
      (made) => response.end(JSON.stringify(made)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(offer.listen(0, "127.0.0.1"), "listening");
  process.env.EVENHAND_E2E_SHARED = `http://127.0.0.1:${(offer.address() as AddressInfo).port}`;
  return async () => {
    offer.close();
    for (const stop of stops.reverse()) await stop();
  };
}

/** Makes a value once, however many callers request it. */
function inOne<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Plays the demo, equal in each run. Its accounts get a password hash that is verified quickly. */
async function seedData(data: string): Promise<string> {
  await runOnNewData(data, "tests/e2e/children/play-demo.ts");
  const store = await connectStore({ dataFolder: data, databaseUrl: undefined });
  await changeByHand(store, "account", { set: `password_hash = '${await quickHash(demoPassword)}'` });
  await store.close();
  return data;
}

async function makeStudies(data: string): Promise<{ data: string; studies: unknown }> {
  const output = await runOnNewData(data, "tests/e2e/children/made-studies.ts");
  return { data, studies: JSON.parse(output.trim().split("\n").at(-1) ?? "") };
}

/** Runs a program on a new database with fixed secrets. @returns its output */
async function runOnNewData(data: string, program: string): Promise<string> {
  const env = { ...process.env, EVENHAND_DATA: data, DATABASE_URL: "" };
  await writeFile(join(data, "secrets.json"), JSON.stringify(fixedSecrets));
  await prepare(env);
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  return stdout;
}
