/**
 * Mode `guarded` within a panel's lifetime: `npm run bench -- panel FOLDER [--worlds german] [--people 6] [--rounds 50]
 * [--seeds 20] [--cases "clean; flip"] [--picks good] [--guarded upwards,budget=8]`. FOLDER holds the files of real
 * people; without them the program lists them and their sources.
 *
 * Worlds: admissions with the label "at least two of three scores >= 1" (phd-1) and ">= 2" (phd-2); German credit with
 * its 70 good people of 100, and with 50 (gbal), 30 (g30) and 10 (g10); COMPAS ratings. Three auditors, of whom two
 * must agree, alpha 0.2, eps 0.1, people drawn with replacement. Next to mode `guarded`, on the same rounds: the fair
 * comparator, the better constant, equal weights on all rules, and runs of mode `known` with T known, with and without
 * fairness. With `--picks` every round picks a share of its people. `--guarded` changes settings of mode `guarded`.
 *
 * Exits with 1 if a run had more violating rounds than guaranteed and cut, an even draw did not pick the sum of its
 * chances rounded up or down, or a number of picks was missed. Without options it runs everything, which takes long;
 * parts take a minute or two.
 */
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { log } from "#server/learner/numeric/math.ts";
import { measure, type Point, pointOf, promised } from "./panel/measure.ts";
import { type PanelOptions, readPanelOptions } from "./panel/options.ts";
import { type FixedPolicy, references } from "./panel/references.ts";
import { knownRun, type Setting } from "./panel/runs.ts";
import { LEGEND, panelTable, type Row } from "./panel/tables.ts";
import { type PanelWorld, WORLDS } from "./panel/worlds.ts";

const ALPHA = 0.2;

const options = readPanelOptions(process.argv.slice(2));
if (typeof options === "string") {
  process.stderr.write(options);
  process.exitCode = 2;
} else {
  const breaches: string[] = [];
  for (const name of options.worlds) {
    const world = WORLDS[name]?.(options.folder);
    if (world === undefined) continue;
    const size = hypothesisClass(world.population.columns, world.hypotheses).size;
    console.log(`== ${name}: ${world.population.kinds.length} people, ${size} rules\n`);
    for (const picks of options.picks) {
      const share = shareOf(picks, world);
      const policies = await references(world, { kind: "at-least", flags: 2 }, { alpha: ALPHA, share });
      for (const k of options.people) breaches.push(...play(world, { size, k, share, policies }, options));
    }
  }
  console.log(LEGEND);
  console.log(breaches.length === 0 ? "No run was above its promise." : breaches.join("\n"));
  process.exitCode = breaches.length === 0 ? 0 : 1;
}

/** The subject of a table, and its references. */
type Table = {
  readonly size: number;
  readonly k: number;
  readonly share: number | null;
  readonly policies: readonly FixedPolicy[];
};

/** Returns the share of a round's people that is picked; null for "free". */
function shareOf(picks: string, { population: { kinds } }: PanelWorld): number | null {
  if (picks === "free") return null;
  if (picks !== "good") return Number(picks);
  return kinds.reduce((sum, { labelChance }) => sum + labelChance, 0) / kinds.length;
}

/** Prints the table of a world and k: the first requested case with all references, the others alone. */
function play(
  world: PanelWorld,
  { size, k, share, policies }: Table,
  { horizons, seeds, cases, guarded }: PanelOptions,
): string[] {
  const rows: Row[] = [];
  const breaches: string[] = [];
  const started = performance.now();
  for (const of of cases) {
    const isClean = of.name === "clean";
    const settings = seeds.map((seed): Setting => ({ world, k, of, seed, share, guarded }));
    const measured = settings.map((setting) => measure(setting, horizons, isClean ? policies : []));
    breaches.push(...measured.flatMap((each) => each.breaches));
    for (const rounds of horizons) {
      const scale = k * Math.sqrt(rounds * log(size));
      const add = (name: string, points: readonly Point[], promise: number | null = null) =>
        rows.push({ name, rounds, promise, points, scale });
      const title = isClean ? "guarded" : of.name;
      add(
        title,
        measured.flatMap(({ guarded }) => guarded.get(rounds) ?? []),
        promised(rounds),
      );
      if (!isClean) continue;
      for (const [i, { name }] of policies.entries()) {
        add(
          name,
          measured.flatMap(({ fixed }) => fixed.get(rounds)?.[i] ?? []),
        );
      }
      add(
        "known",
        settings.map((setting) => pointOf(knownRun(setting, rounds, true), rounds)),
      );
      add(
        "no fairness",
        settings.map((setting) => pointOf(knownRun(setting, rounds, false), rounds)),
      );
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const picked = share === null ? "" : `, ${(share * k).toFixed(2)} picked`;
  console.log(
    `${world.name}, k = ${k}${picked}, ${seeds.length} seeds (${seconds} s)\n\n${panelTable(rows)}`,
  );
  return breaches;
}
