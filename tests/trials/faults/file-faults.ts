import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { testAppBeside } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import type { Fault, FaultResult } from "./fault.ts";
import { FaultStage } from "./stage.ts";

/** Damages the files of a server that was killed in use. Returns what it then said, and how to repair the files. */
type Harm = (stage: FaultStage) => Promise<{ readonly said: string; readonly repair: () => void }>;

const harmed =
  (harm: Harm) =>
  async (engine: TestEngine): Promise<FaultResult> => {
    const stage = await FaultStage.set(engine);
    try {
      await stage.judge(sleep(1_500));
      const { said, repair } = await harm(stage);
      await stage.server.kill();
      repair();
      await stage.goOn();
      return { seen: said, ...(await stage.count()) };
    } finally {
      await stage.clear();
    }
  };

const database = ({ folder }: FaultStage) => join(folder, "evenhand.sqlite");

async function refused(stage: FaultStage, words: RegExp): Promise<string> {
  const said = await stage.refusedStart();
  expect(said).toMatch(words);
  return `A start: ${said}`;
}

const lostLog: Harm = async (stage) => {
  // The high-water mark is written within half a second.
  await sleep(700);
  await stage.server.kill();
  const [log, kept] = [`${database(stage)}-wal`, join(temporaryFolder(), "wal")];
  copyFileSync(log, kept);
  for (const path of [log, `${database(stage)}-shm`]) rmSync(path);
  const said = await refused(stage, /\d+ more were written. If evenhand.sqlite-wal was removed/);
  return { said, repair: () => copyFileSync(kept, log) };
};

const oldBackup: Harm = async (stage) => {
  const folder = temporaryFolder();
  const [old, newest] = [join(folder, "old"), join(folder, "newest")];
  const copyTo = async (path: string) => {
    await stage.server.kill();
    await stage.withStore(async () => undefined);
    copyFileSync(database(stage), path);
  };
  await copyTo(old);
  await stage.goOn();
  await sleep(700);
  await copyTo(newest);
  copyFileSync(old, database(stage));
  const said = await refused(stage, /\d+ more were written.*npm run restore -- FOLDER/);
  return { said, repair: () => copyFileSync(newest, database(stage)) };
};

const lostSecrets: Harm = async (stage) => {
  await stage.server.kill();
  const [file, kept] = [join(stage.folder, "secrets.json"), join(temporaryFolder(), "secrets.json")];
  copyFileSync(file, kept);
  rmSync(file);
  const said = await refused(stage, /secrets\.json is not there: put it back/);
  return { said, repair: () => copyFileSync(kept, file) };
};

const foreignSecrets: Harm = async (stage) => {
  await stage.server.kill();
  const elsewhere = temporaryFolder();
  loadSecrets(elsewhere);
  const file = join(stage.folder, "secrets.json");
  renameSync(file, join(elsewhere, "own"));
  copyFileSync(join(elsewhere, "secrets.json"), file);
  const said = await refused(stage, /is not the one this database's studies were made with: put it back/);
  return { said, repair: () => copyFileSync(join(elsewhere, "own"), file) };
};

/** Changes bytes of the database file without SQL. @returns how to repair it */
async function flip(stage: FaultStage, change: (bytes: Buffer) => void): Promise<() => void> {
  await stage.server.kill();
  await stage.withStore(async () => undefined);
  const whole = readFileSync(database(stage));
  const bytes = Buffer.from(whole);
  change(bytes);
  writeFileSync(database(stage), bytes);
  return () => {
    for (const path of ["-wal", "-shm"]) rmSync(database(stage) + path, { force: true });
    writeFileSync(database(stage), whole);
  };
}

const flippedEntry: Harm = async (stage) => {
  const repair = await flip(stage, (bytes) => {
    const [before, after] = ['"type":"round.opened"', '"type":"r0und.opened"'];
    for (let at = bytes.indexOf(before); at >= 0; at = bytes.indexOf(before, at)) bytes.write(after, at);
  });
  await stage.server.start();
  await expect
    .poll(() => stage.look())
    .toMatchObject({
      call: expect.stringMatching(/^500: .*Entry \d+ of this study’s record is not as it was written/),
      ready: "Ready. One study is damaged and takes no writes.",
    });
  const { call, page, ready } = await stage.look();
  return { said: `${call} Page ${page}, readyz "${ready}"`, repair };
};

const flippedPage: Harm = async (stage) => {
  const repair = await flip(stage, (bytes) => {
    const size = bytes.readUInt16BE(16);
    const found = bytes.indexOf(`auditor-1-`);
    bytes.fill(0xff, found - (found % size), found - (found % size) + 64);
  });
  return { said: await refused(stage, /damaged/), repair };
};

/** Damages the learner's saved state, which is recomputed from the log without any visible effect. */
const flippedState: Harm = async (stage) => {
  await stage.server.kill();
  const { studyId, round } = stage;
  const next = await stage.withStore(async (store) => {
    await changeByHand(store, "learner_snapshot", {
      set: "state = x'00ff'",
      where: `study_id = '${studyId}'`,
    });
    const app = await testAppBeside(store, loadSecrets(stage.folder));
    await closeRound(app, { studyId, round });
    return (await openRound(app, { studyId })).round;
  });
  const said = `Not visible: round ${round} closed, and round ${next} opened, from a recomputed state`;
  return { said, repair: () => stage.goTo(next) };
};

const onSqlite = (name: string, harm: Harm): Fault => ({
  name,
  engine: "sqlite",
  isShort: false,
  run: harmed(harm),
});

export const fileFaults: readonly Fault[] = [
  onSqlite("lost -wal", lostLog),
  onSqlite("old backup put back", oldBackup),
  onSqlite("secrets lost", lostSecrets),
  onSqlite("secrets of another server", foreignSecrets),
  onSqlite("a flipped byte in the log", flippedEntry),
  onSqlite("a flipped page", flippedPage),
  onSqlite("a flipped state of the learner", flippedState),
];
