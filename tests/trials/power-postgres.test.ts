import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { openStore } from "#db/open-store.ts";
import { receiptLine } from "#server/audit-log/receipts/receipt.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { type TestApp, testAppBeside } from "#tests/setup/app.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { sealKept } from "#tests/setup/receipts.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { makePostgres } from "../../scripts/lib/postgres.mjs";
import { workingIn } from "./postgres-processes.ts";
import { type Kept, Machine } from "./power/cuts.ts";
import { canAttach, cannotAttach, recordProcesses, type TimedStep } from "./power/recording.ts";

const isWhole = process.env.EVENHAND_TRIAL_CUTS !== undefined;
/** Ballots of each of five seats; at most ten a minute are accepted. */
const versions = isWhole ? 9 : 1;
const seats = 5;
type Extent = "few" | "all";

type Postgres = Awaited<ReturnType<typeof makePostgres>>;
/** An acknowledged ballot: its line in the log, and when (milliseconds since 1970). */
type Acknowledged = { readonly line: string; readonly at: number };

/**
 * Seals ballots and records the writes of one write-ahead log file. PostgreSQL acknowledges a commit once that log is on the
 * disk, and writes tables at the next checkpoint. So between two checkpoints only the earlier state and that file matter.
 */
async function play(postgres: Postgres) {
  const dataFolder = temporaryFolder();
  const open = async () =>
    testAppBeside(await openStore({ dataFolder, databaseUrl: postgres.url }), loadSecrets(dataFolder));
  const app = await open();
  const { studyId, auditorIds } = await publishedStudy(app, { auditors: seats });
  const { round } = await openRound(app, { studyId });
  await app.store.close();
  await ask(postgres, "select pg_switch_wal()");
  await postgres.stop("fast");
  await postgres.start();
  // All data are on the disk. The copy looks like a running server's, so a start recovers it.
  const base = join(postgres.folder, "base");
  await postgres.run("cp", "-a", postgres.data, base);
  await postgres.run("rm", join(base, "postmaster.pid"));

  const { file } = await ask(postgres, "select pg_walfile_name(pg_current_wal_insert_lsn()) as file");
  const segment = String(file);
  const acknowledged: Acknowledged[] = [];
  const steps = await recordProcesses(
    workingIn(postgres.data),
    join(postgres.data, "pg_wal", segment),
    async () => {
      const again = await open();
      for (let version = 0; version < versions; version += 1) {
        for (const [seat, accountId] of auditorIds.entries()) {
          const given = { idempotencyKey: `ballot-${version}-${seat}`, verdicts: [] };
          const receipt = await sealKept(again, { studyId, round, accountId }, given);
          acknowledged.push({ line: receiptLine(receipt), at: performance.timeOrigin + performance.now() });
        }
      }
      await again.store.close();
    },
  );
  expect(await ask(postgres, "select pg_walfile_name(pg_current_wal_insert_lsn()) as file")).toEqual({
    file,
  });
  await postgres.stop("immediate");
  return { studyId, base, segment, steps, acknowledged, open };
}

type Cut = { readonly moment: number; readonly kept: Kept };

/** Lists power cuts: at each acknowledged ballot, in three ways, and after each step; or only at the last two ballots. */
function cutsOf(acknowledged: readonly Acknowledged[], steps: readonly TimedStep[], extent: Extent): Cut[] {
  if (extent === "few") return acknowledged.slice(-2).map(({ at }) => ({ moment: at, kept: "none" }));
  const keeps = ["none", "some", "all"] as const;
  return [
    ...acknowledged.flatMap(({ at }) => keeps.map((kept) => ({ moment: at, kept }))),
    ...steps.map(({ at }) => ({ moment: at, kept: "some" as const })),
  ].sort((one, other) => one.moment - other.moment);
}

/** Cuts the power, starts the server on what is left, and reads the log. */
async function cutEverywhere(postgres: Postgres, extent: Extent) {
  const { studyId, base, segment, steps, acknowledged, open } = await play(postgres);
  const before = readFileSync(join(base, "pg_wal", segment));
  const machine = new Machine({ [segment]: before });
  const random = xoroshiro128plus(20_261_123);
  const left = join(temporaryFolder(), "left");
  const figures = { cuts: 0, withLosses: 0, mostLost: 0, problems: 0 };
  let taken = 0;
  for (const { moment, kept } of cutsOf(acknowledged, steps, extent)) {
    for (; (steps[taken]?.at ?? Number.POSITIVE_INFINITY) <= moment; taken += 1) {
      const { step } = steps[taken] as TimedStep;
      machine.take(step);
    }
    machine.leave(left, kept, random);
    await postgres.run("rm", "-r", postgres.data);
    await postgres.run("cp", "-a", base, postgres.data);
    writeFileSync(join(postgres.data, "pg_wal", segment), readFileSync(join(left, segment)));
    await postgres.start();
    const lines = await linesOf(await open(), studyId);
    const promised = acknowledged.filter(({ at }) => at <= moment);
    const lost = promised.filter(({ line }) => !lines.includes(line)).length;
    figures.cuts += 1;
    figures.withLosses += lost > 0 ? 1 : 0;
    figures.mostLost = Math.max(figures.mostLost, lost);
    figures.problems += verifyLog({ lines }).problems.length;
    await postgres.stop("immediate");
  }
  return figures;
}

async function linesOf(app: TestApp, studyId: string): Promise<string[]> {
  const { lines } = await exportRecord(app, studyId);
  const record = (await Array.fromAsync(lines)).join("");
  await app.store.close();
  return record.trimEnd().split("\n");
}

async function ask({ url }: Postgres, statement: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows[0] ?? {};
}

async function postgresWith(settings: string): Promise<Postgres> {
  const postgres = await makePostgres(`-c checkpoint_timeout=1h -c autovacuum=off ${settings}`);
  onTestFinished(postgres.remove);
  return postgres;
}

describePostgres("a power cut", () => {
  beforeEach((context) => context.skip(!canAttach(), cannotAttach));

  it("loses no acknowledged ballot, and leaves a log that verifies", async () => {
    const figures = await cutEverywhere(await postgresWith(""), isWhole ? "all" : "few");
    if (isWhole) console.log("as the product has it", figures);
    expect(figures).toMatchObject({ withLosses: 0, problems: 0 });
  });

  // Shows that the trial can detect losses.
  it("loses some if PostgreSQL does not wait for the disk", async () => {
    const figures = await cutEverywhere(await postgresWith("-c fsync=off"), "few");
    if (isWhole) console.log("fsync=off", figures);
    expect(figures.withLosses).toBeGreaterThan(0);
  });
});
