import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { openStore } from "#db/open-store.ts";
import { findCheckpoint } from "#db/queries/checkpoints.ts";
import { parseCheckpoint } from "#server/audit-log/checkpoints/checkpoint.ts";
import { parseNote } from "#server/audit-log/checkpoints/note.ts";
import { receiptFile } from "#server/audit-log/receipts/file.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { Marks } from "#server/platform/high-water-mark/files.ts";
import { flushMarks } from "#server/platform/high-water-mark/record-marks.ts";
import { refuseBehind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { testAppBeside } from "#tests/setup/app.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { sealKept } from "#tests/setup/receipts.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { makePostgres } from "../../scripts/lib/postgres.mjs";
import { workingIn } from "./postgres-processes.ts";

/** The trial loses a PostgreSQL server with its disk, and recovers it from an archive of its write-ahead log. */
const seats = 5;

describePostgres("a server recovered from its archive", () => {
  it("has the archived entries, is refused for the lost ones, and continues after a command", async () => {
    const postgres = await makePostgres("");
    onTestFinished(postgres.remove);
    const archive = join(postgres.folder, "archive");
    const base = join(postgres.folder, "base");
    const ask = async (...statements: string[]) => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      try {
        let rows: Record<string, unknown>[] = [];
        for (const statement of statements) ({ rows } = await client.query(statement));
        return rows[0] ?? {};
      } finally {
        await client.end();
      }
    };

    // As docs/operations.md describes.
    await postgres.run("mkdir", archive);
    await ask(
      "alter system set archive_mode = on",
      `alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
    );
    await postgres.stop("fast");
    await postgres.start();

    const dataFolder = temporaryFolder();
    const location = { dataFolder, databaseUrl: postgres.url };
    const marks = new Marks(join(dataFolder, "marks"));
    const open = async () => {
      const store = await openStore(location, (opened) => refuseBehind(opened, marks));
      return Object.assign(await testAppBeside(store, loadSecrets(dataFolder)), { marks });
    };
    const app = await open();
    const { studyId, auditorIds } = await publishedStudy(app, { auditors: seats });
    const { round } = await openRound(app, { studyId });
    const seal = (key: string) =>
      Promise.all(
        auditorIds.map((accountId) =>
          sealKept(app, { studyId, round, accountId }, { idempotencyKey: `${key}-ballot`, verdicts: [] }),
        ),
      );
    const before = await seal("before");
    await postgres.run(
      "pg_basebackup",
      "-h",
      "127.0.0.1",
      "-p",
      portOf(postgres.url),
      "-U",
      "postgres",
      "-D",
      base,
      "-c",
      "fast",
      "-X",
      "none",
    );
    const archived = await seal("archived");
    const { file } = await ask("select pg_walfile_name(pg_switch_wal()) as file");
    const archiver = "select last_archived_wal as last from pg_stat_archiver";
    await expect.poll(async () => String((await ask(archiver)).last) >= String(file)).toBe(true);
    const lost = await seal("lost");
    await flushMarks(app);

    // The machine fails together with its disk.
    process.kill(
      Number(readFileSync(join(postgres.data, "postmaster.pid"), "utf8").split("\n")[0]),
      "SIGKILL",
    );
    // Its processes end once they see that the first one is gone; until then they may answer.
    await expect.poll(() => workingIn(postgres.data)).toEqual([]);
    await expect(app.store.read((db) => findCheckpoint(db, studyId))).rejects.toThrow();
    await app.store.close();
    await postgres.run("rm", "-r", postgres.data);
    await postgres.run("mv", base, postgres.data);
    await postgres.run(
      "sh",
      "-c",
      `echo "restore_command = 'cp ${archive}/%f %p'" >> ${postgres.data}/postgresql.auto.conf`,
    );
    await postgres.run("touch", join(postgres.data, "recovery.signal"));
    await postgres.start();
    await expect.poll(() => ask("select pg_is_in_recovery() as still")).toEqual({ still: false });

    await expect(open()).rejects.toThrow(`${seats} more were written`);
    const said = await run("server/cli/restore.ts", location, "--as-it-is");
    expect(said).toMatch(new RegExp(`Lost: the study .* and ${seats} more were written; its log says so`));
    const again = await open();
    onTestFinished(() => again.store.close());
    await closeRound(again, { studyId, round });
    await keepCheckpoints(again, studyId);
    const checkpoint = await again.store.read((db) => findCheckpoint(db, studyId));
    expect(parseCheckpoint(parseNote(checkpoint?.note ?? "").text).origin).toMatch(/\/restored-1$/);

    const lines = (await Array.fromAsync((await exportRecord(again, studyId)).lines))
      .join("")
      .trimEnd()
      .split("\n");
    const given = (receipts: readonly KeptReceipt[]) =>
      receipts.map((receipt) => ({ name: String(receipt.seq), text: receiptFile(receipt).text }));
    const report = verifyLog({ lines, receipts: given([...before, ...archived, ...lost]) });
    expect(report.problems).toEqual([]);
    expect(report.reservations).toContainEqual({ kind: "lost-history", count: seats });
    expect(report.receipts.map(({ answers }) => answers?.inLog.answer)).toEqual([
      ...before.map(() => "yes"),
      ...archived.map(() => "yes"),
      ...lost.map(() => "lost"),
    ]);
    console.log(said);
  });
});

function portOf(url: string): string {
  return new URL(url).port;
}

async function run(
  program: string,
  { dataFolder, databaseUrl }: { dataFolder: string; databaseUrl: string },
  ...args: string[]
) {
  const env = { ...process.env, EVENHAND_DATA: dataFolder, DATABASE_URL: databaseUrl };
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
}
