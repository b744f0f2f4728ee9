import { existsSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { giveTurnBack, takeTurn } from "#server/operations/backup/failure.ts";
import { writeCheck, writeManifest } from "#server/operations/backup/manifest.ts";
import { backUpIfDue, keepBackups, lastWords } from "#server/operations/backup/schedule.ts";
import { readBackupSettings } from "#server/operations/backup/settings.ts";
import { readBackupStatus } from "#server/operations/backup/status.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const hour = 3_600_000;
const start = 1_000 * hour;

const settingsIn = (folder: string) => ({ folder, hours: 24, keep: 2 });

/** Returns a function that writes a backup as the program does, without a database. */
function maker(now: () => number, problem: string | null = null) {
  return async (folder: string) => {
    const path = join(folder, `evenhand-${now()}`);
    mkdirSync(path);
    writeFileSync(join(path, "evenhand.sqlite"), "a database");
    const about = { version: "0.1.0", madeAt: now(), database: "evenhand.sqlite" as const };
    await writeManifest(path, { ...about, files: ["evenhand.sqlite"] });
    writeCheck(path, { checkedAt: now(), isReplayed: problem === null, studies: [], problem });
    if (problem !== null) throw new Error(problem);
  };
}

const madeIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("evenhand-"));

it("a backup is made when it is due, not before, and only the newest are kept", async () => {
  const settings = settingsIn(join(temporaryFolder(), "not there yet"));
  let now = start;
  expect(readBackupStatus(settings, now)).toEqual({
    ...{ hours: 24, keep: 2, keptCount: 0, last: null },
    ...{ lastGoodAt: null, isLate: true, failure: null },
  });
  const look = () =>
    backUpIfDue(
      settings,
      now,
      maker(() => now),
    );
  expect(await look()).toBe(true);
  const putAside = join(settings.folder, "kept for ever");
  renameSync(join(settings.folder, `evenhand-${start}`), putAside);
  expect(await look(), "a renamed backup does not count").toBe(true);
  now += 23 * hour;
  expect(await look()).toBe(false);
  for (let day = 0; day < 3; day += 1) {
    now += 24 * hour;
    expect(await look()).toBe(true);
  }
  expect(madeIn(settings.folder)).toEqual([`evenhand-${now - 24 * hour}`, `evenhand-${now}`]);
  expect(existsSync(putAside)).toBe(true);
  expect(readBackupStatus(settings, now)).toEqual({
    hours: 24,
    keep: 2,
    keptCount: 2,
    last: { madeAt: now, isReplayed: true, problem: null },
    lastGoodAt: now,
    isLate: false,
    failure: null,
  });
  expect(statSync(settings.folder).mode & 0o777).toBe(0o700);
  expect(readBackupStatus(settings, now + 48 * hour)?.isLate).toBe(false);
  expect(readBackupStatus(settings, now + 48 * hour + 1)?.isLate).toBe(true);
  now += 23 * hour;
  expect(await look(), "the newest good one counts").toBe(false);
  // A backup that was not checked yet does not count as restorable.
  const unchecked = join(settings.folder, "evenhand-unchecked");
  mkdirSync(unchecked);
  const about = { version: "0.1.0", madeAt: now, database: "evenhand.sqlite" as const };
  await writeManifest(unchecked, { ...about, files: [] });
  expect(statSync(join(unchecked, "manifest.json")).mode & 0o777).toBe(0o600);
  expect(readBackupStatus(settings, now)).toMatchObject({
    last: { madeAt: now, isReplayed: false, problem: null },
    lastGoodAt: now - 23 * hour,
  });
});

it("a failed backup is reported, retried after an hour, and replaces no good one", async () => {
  const settings = settingsIn(temporaryFolder());
  await backUpIfDue(
    settings,
    start,
    maker(() => start),
  );
  let now = start + 24 * hour;
  const fail = () =>
    backUpIfDue(
      settings,
      now,
      maker(() => now, "pg_dump failed: no space."),
    );
  expect(await fail()).toBe(true);
  expect(readBackupStatus(settings, now)?.failure).toEqual({
    at: now,
    problem: "pg_dump failed: no space.",
  });
  now += hour / 2;
  expect(await fail()).toBe(false);
  for (let turn = 0; turn < 3; turn += 1) {
    now += hour;
    expect(await fail()).toBe(true);
  }
  expect(madeIn(settings.folder)).toContain(`evenhand-${start}`);
  expect(readBackupStatus(settings, now)?.lastGoodAt).toBe(start);
  now += hour;
  expect(
    await backUpIfDue(
      settings,
      now,
      maker(() => now),
    ),
  ).toBe(true);
  expect(readBackupStatus(settings, now)).toMatchObject({ failure: null, lastGoodAt: now });
});

it("a backup is made by one of several servers, and a dead server blocks the others for six hours only", async () => {
  const settings = settingsIn(temporaryFolder());
  const later = Promise.withResolvers<void>();
  const slow = backUpIfDue(settings, start, () => later.promise);
  expect(
    await backUpIfDue(
      settings,
      start,
      maker(() => start),
    ),
  ).toBe(false);
  later.resolve();
  await slow;
  expect(takeTurn(settings.folder, Date.now())).toBe(true);
  expect(takeTurn(settings.folder, Date.now())).toBe(false);
  const began = 1_700_000_000;
  utimesSync(join(settings.folder, "running"), began, began);
  expect(takeTurn(settings.folder, 1_000 * began + 6 * hour)).toBe(false);
  expect(takeTurn(settings.folder, 1_000 * began + 6 * hour + 1)).toBe(true);
  expect(existsSync(join(settings.folder, "running"))).toBe(true);
  // A process that was taken for dead may release the turn a second time.
  for (let times = 0; times < 2; times += 1) giveTurnBack(settings.folder);
  expect(existsSync(join(settings.folder, "running"))).toBe(false);
});

it("a due backup is noticed within five minutes, and made by a program whose last words are kept", async () => {
  const settings = settingsIn(temporaryFolder());
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: start });
  const inTheWay = join(temporaryFolder(), "in the way");
  writeFileSync(inTheWay, "");
  vi.stubEnv("EVENHAND_DATA", join(inTheWay, "data"));
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => void vi.unstubAllEnvs());
  const failures: string[] = [];
  const onFailure = async () => void failures.push("failed");
  keepBackups(null, onFailure);
  expect(vi.getTimerCount()).toBe(0);
  await maker(() => start - 24 * hour + 1)(settings.folder);
  const isTried = () => existsSync(join(settings.folder, "running")) || problemOf() !== undefined;
  const problemOf = () => readBackupStatus(settings, Date.now())?.failure?.problem;
  keepBackups(settings, onFailure);
  for (const later of [10, 5 * 60_000 - 11]) {
    vi.advanceTimersByTime(later);
    expect(isTried(), "it was not due yet at the first look").toBe(false);
  }
  vi.advanceTimersByTime(1);
  expect(isTried()).toBe(true);
  await expect.poll(problemOf).toMatch(/data cannot be used as the data folder/);
  expect(failures).toEqual(["failed"]);
});

it("backups are set by three settings, and a malformed number is refused", () => {
  expect(readBackupSettings({})).toBeNull();
  expect(readBackupStatus(null, start)).toBeNull();
  const folder = "/mnt/backups";
  expect(readBackupSettings({ EVENHAND_BACKUP_FOLDER: folder })).toEqual({ folder, hours: 24, keep: 14 });
  expect(() =>
    readBackupSettings({ EVENHAND_BACKUP_FOLDER: folder, EVENHAND_BACKUP_HOURS: "daily" }),
  ).toThrow("EVENHAND_BACKUP_HOURS must be whole hours");
});

it("a failed backup gives its last line of output, or says that there was none", () => {
  const ended = (stderr: string) => lastWords(Object.assign(new Error("Command failed"), { stderr }));
  expect(ended("first\nThe disk is full.\n")).toBe("The disk is full.");
  const silent = "The program that makes backups ended without a word.";
  for (const words of [ended(""), ended(" \n"), lastWords(new Error("no such file")), lastWords("thrown")]) {
    expect(words).toBe(silent);
  }
});
