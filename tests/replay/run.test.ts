/** The command line: a table, a closing sentence, an exit code. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { guardedLog } from "./fixture-guarded.ts";
import { knownLog } from "./fixture-known.ts";
import { recordOf } from "./fixture-record.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-replay-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(
  log: string | Buffer,
  features = knownLog().log.features(),
): { status: number | null; stdout: string } {
  const file = join(folder, "record.jsonl");
  writeFileSync(file, typeof log === "string" ? recordOf(log, features) : log);
  const script = join(import.meta.dirname, "run.ts");
  return spawnSync(process.execPath, [script, file], { encoding: "utf8" });
}

it("exits with 3 and a sentence for a log that could be checked only in part", () => {
  const { status, stdout } = run(knownLog().log.text());
  expect(stdout).toMatch(
    /Nothing differs, but not everything is proven: 5 rounds and 10 chances recomputed, at most \S+ apart\. Entry 38 restored a backup: 62 entries were lost, and 0 links are skipped\. 1 rounds were cancelled, with \d+ sealed ballots; people of [01] of them were opened again\. 3 closed other than announced \(2, 4, 5\)\. 4 draws could be known to the server in advance\.\n$/,
  );
  expect(stdout.split("\n")).toHaveLength(8);
  expect(status).toBe(3);
});

it("exits with 1 for a log that fails, or is not UTF-8", () => {
  const broken = run(knownLog({ t: 4 }).log.text());
  expect(broken.stdout).toMatch(
    /entry \d+: t\n {2}expected 3\n {2}found {4}4\nThe log is not correct: 1 problem\. /,
  );
  expect(broken.status).toBe(1);
  expect(run(Buffer.of(0xff, 0x0a)).status).toBe(1);
});

it("lists the rounds of a guarded study that an erasure left open", () => {
  const { log } = guardedLog();
  log.erase("p5");
  const { status, stdout } = run(log.text(), log.features(["p5"]));
  expect(stdout).toMatch(/^ +3 +3 +not known$/m);
  expect(stdout).toMatch(
    /Nothing differs, but not everything is proven: 5 rounds and 5 chances recomputed, at most \S+ apart\. .* 4 not in full, because of erasures: .*\.\n$/,
  );
  expect(status).toBe(3);
});
