import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { findPython } from "../setup/python.ts";

type Counts = {
  readonly rounds: number;
  /** The number of checked chances. */
  readonly chances: number;
  /** The number of rounds that closed with a panel's decision. */
  readonly decisions: number;
};

/**
 * Expects that `npm run verify`, the independent replay and `evenhand verify` find no difference in a record, and
 * print that they computed everything.
 */
export async function expectRecordHolds(record: string, counts: Counts): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "evenhand-record-"));
  try {
    const file = join(folder, "record.jsonl");
    await writeFile(file, record);
    const node = (program: string) => printed(process.execPath, ["scripts/run.mjs", program, "--", file]);
    const [verified, replayed, inPython] = await Promise.all([
      node("verify"),
      node("replay"),
      printed(findPython(), ["-B", "-m", "evenhand", "verify", file]),
    ]);
    const { rounds, chances, decisions } = counts;
    expect(verified).toMatch(/^Everything in the log is correct\./m);
    expect(verified).toContain(
      `computed and equal: ${chances} chances, ${decisions} decisions of the panel, ${rounds} draws`,
    );
    expect(replayed).toMatch(/^(The log is correct|Nothing differs)/m);
    expect(replayed).toContain(`${rounds} rounds and ${chances} chances recomputed`);
    expect(inPython).toMatch(/^The record is correct/);
    expect(inPython).toContain(`${chances} chances, ${rounds} draws`);
    expect(inPython).not.toContain("not checked");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a program to its end, with any exit code. @returns its output */
function printed(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, PYTHONPATH: "clients/python/src" };
  return new Promise((resolve) => {
    execFile(program, args, { env }, (_error, out, err) => resolve(out + err));
  });
}
