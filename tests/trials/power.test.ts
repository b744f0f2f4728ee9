import { join } from "node:path";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { type Kept, Machine, missingIn } from "./power/cuts.ts";
import { cannotRecord, canRecord, record } from "./power/recording.ts";

/** 60 commits of the trial's 300; `npm run trial -- power` runs them all. */
const rows = Number(process.env.EVENHAND_TRIAL_CUTS ?? 60);
const isWhole = process.env.EVENHAND_TRIAL_CUTS !== undefined;
const keeps: readonly Kept[] = ["none", "some", "all"];

type Cuts = { cuts: number; withLosses: number; mostLost: number; unreadable: number };

/** Cuts the power after each step of a program, or every fifth, and opens what is left. */
async function cutEverywhere(synchronous?: "NORMAL" | "OFF"): Promise<Cuts> {
  const steps = await record(rows, synchronous);
  const folder = join(temporaryFolder(), "left");
  const random = xoroshiro128plus(20_261_123);
  const machine = new Machine();
  const figures = { cuts: 0, withLosses: 0, mostLost: 0, unreadable: 0 };
  for (const [index, step] of steps.entries()) {
    machine.take(step);
    if (!isWhole && index % 5 !== 0) continue;
    for (const kept of keeps) {
      machine.leave(folder, kept, random);
      const missing = missingIn(folder, machine.promised);
      figures.cuts += 1;
      figures.unreadable += missing === null ? 1 : 0;
      figures.withLosses += missing !== null && missing.length > 0 ? 1 : 0;
      figures.mostLost = Math.max(figures.mostLost, missing?.length ?? 0);
    }
  }
  expect(machine.promised).toHaveLength(rows);
  if (isWhole) console.log(synchronous ?? "as the product has it", figures);
  return figures;
}

describe("a power cut after any step of any commit, with any part of the last writes", () => {
  beforeEach((context) => context.skip(!canRecord(), cannotRecord));

  it("loses nothing acknowledged", async () => {
    expect(await cutEverywhere()).toMatchObject({ withLosses: 0, unreadable: 0 });
  });

  // The driver's default. Shows that the trial can detect losses.
  it("loses some commits if they do not wait for the disk", async () => {
    const { withLosses, unreadable } = await cutEverywhere("NORMAL");
    expect(withLosses).toBeGreaterThan(0);
    expect(unreadable).toBe(0);
  });
});
