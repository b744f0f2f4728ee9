import { describe, expect, it } from "vitest";
import { textTable } from "#server/cli/simulate/text-table.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { describeEngines, type TestEngine } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { verified } from "#tests/setup/verify.ts";
import { countKept } from "./load/kept.ts";
import { afterOverload, mixes, overload, type Played, play, reduced } from "./load/mixes.ts";
import { type Stage, startStage } from "./load/stage.ts";

/** Twenty auditors for seconds; `npm run trial -- load` and `open-rounds` use 500 for ten minutes. */
const seconds = Number(process.env.EVENHAND_TRIAL_LOAD ?? 2);
const isWhole = seconds > 2;
const auditors = Number(process.env.EVENHAND_TRIAL_MEMBERS ?? (isWhole ? 500 : 20));
const chosenRounds = Number(process.env.EVENHAND_TRIAL_OPEN_ROUNDS ?? 1);
const smaller = { share: auditors / 500, seconds };

const suite = (engine: TestEngine, openRounds: number) => {
  const where = openRounds > 1 ? ` of one study with ${openRounds} open rounds` : "";
  it(`${auditors} auditors${where} get responses, and nothing acknowledged is lost`, async () => {
    const servers = engine.name === "postgres" ? 2 : 1;
    const stage = await startStage(engine, { auditors, openRounds, servers });
    const gone = new AbortController();
    try {
      // They connect one after another: 500 simultaneous ones would be refused as overload.
      for (const auditor of stage.auditors) await auditor.follow(gone.signal);
      await stage.usage();
      const played: Played[] = [];
      for (const mix of openRounds > 1 ? mixes.slice(0, 1) : [...mixes, overload, afterOverload])
        played.push(await play(stage, reduced(mix, smaller)));
      if (isWhole) console.log(`${engine.name}, ${servers} of it serving\n${tableOf(played)}`);
      await expectKept(stage);
      if (isWhole) expect(played.flatMap(missesOf)).toEqual([]);
      for (const { mix, latencies } of played.filter(({ mix }) => mix.name !== overload.name)) {
        for (const { name, errors } of latencies) {
          // Next to other tests a server may be busy for a moment, and refuses requests.
          const unexpected = [...errors].filter(([code]) => isWhole || code !== "busy");
          expect([mix.name, name, ...unexpected]).toEqual([mix.name, name]);
        }
      }
    } finally {
      gone.abort();
      await stage.stop();
    }
  });
};

// The short version does not test the database.
if (isWhole) describeEngines("under load", (_openStore, engine) => suite(engine, chosenRounds));
else
  describe.each([1, 4])("under load, open rounds in a study: %i", (openRounds) =>
    suite(sqliteEngine(), openRounds),
  );

/** Checks that every receipt is in the log, the last acknowledged verdicts are saved, and the logs verify. */
async function expectKept({ app, auditors }: Stage): Promise<void> {
  const { acknowledged, kept } = await countKept(app.store, auditors);
  expect(acknowledged).toBeGreaterThan(0);
  expect(kept).toBe(acknowledged);
  for (const studyId of new Set(auditors.map(({ place }) => place.studyId)))
    expect(verified(await exportStudy(app, studyId)).problems).toEqual([]);
  if (isWhole) console.log(`${kept} of ${acknowledged} receipts and saved verdicts are there`);
}

/** Lists the targets, in milliseconds, that a mix missed. */
function missesOf({ mix, latencies }: Played): string[] {
  const figures = latencies.map((one) => one.figures);
  if (mix.name === overload.name)
    return figures
      .filter(({ slowestRefusal }) => slowestRefusal >= 1_000)
      .map(({ name, slowestRefusal }) => `${mix.name}, ${name}: refused after ${slowestRefusal.toFixed(0)}`);
  return figures
    .filter(({ p95, p99 }) => p95 >= 300 || p99 >= 1_000)
    .map(({ name, p95, p99 }) => `${mix.name}, ${name}: p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)}`);
}

function tableOf(played: readonly Played[]): string {
  const head = ["", "", "answered", "p50 ms", "p95", "p99", "longest", "errors", "slowest refusal"];
  const used = ["processors", "memory MiB", "longest stall ms"];
  const rows = played.flatMap(({ mix, latencies, processors, usage }) =>
    latencies.map(({ name, figures: of }, index) => [
      ...[index === 0 ? mix.name : "", name, String(of.answered)],
      ...[of.p50, of.p95, of.p99, of.longest].map((value) => value.toFixed(0)),
      ...[String(of.errors), of.slowestRefusal.toFixed(0)],
      ...(index > 0
        ? ["", "", ""]
        : [processors.toFixed(2), (usage.memory / 2 ** 20).toFixed(0), usage.stall.toFixed(0)]),
    ]),
  );
  return textTable([...head, ...used], rows);
}
