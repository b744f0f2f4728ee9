import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { GuardedSpec } from "#server/learner/config/spec.ts";
import { CASES, type Case } from "./cases.ts";
import { FILES, WORLDS } from "./worlds.ts";

export type PanelOptions = {
  readonly folder: string;
  readonly worlds: readonly string[];
  readonly people: readonly number[];
  readonly horizons: readonly number[];
  readonly seeds: readonly number[];
  readonly cases: readonly Case[];
  /** Shares of a round's people that are picked: "free", "good" (the share of good people), or a number. */
  readonly picks: readonly string[];
  /** Settings of mode guarded that differ from its defaults. */
  readonly guarded: Partial<GuardedSpec>;
};

const USAGE = `npm run bench -- panel FOLDER [--worlds ${Object.keys(WORLDS).join(",")}] [--people 6,12,20]
  [--rounds 10,20,50,100,200,500] [--seeds 20] [--cases "${CASES.map(({ name }) => name).join("; ")}"]
  [--picks free,good,0.5] [--guarded upwards,rareYes,budget=8]

FOLDER holds the files of real people, unedited:
${Object.entries(FILES)
  .map(([file, source]) => `  ${file}: ${source}`)
  .join("\n")}
`;

/** @returns what to run, or the reason for refusing */
export function readPanelOptions(args: readonly string[]): PanelOptions | string {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      worlds: { type: "string", default: Object.keys(WORLDS).join(",") },
      people: { type: "string", default: "6,12,20" },
      rounds: { type: "string", default: "10,20,50,100,200,500" },
      seeds: { type: "string", default: "20" },
      cases: { type: "string", default: CASES.map(({ name }) => name).join(";") },
      picks: { type: "string", default: "free" },
      guarded: { type: "string", default: "" },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) return USAGE;
  const missing = Object.keys(FILES).filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) return `${folder} does not hold ${missing.join(", ")}.\n\n${USAGE}`;
  const worlds = values.worlds.split(",");
  const names = values.cases.split(";").map((name) => name.trim());
  const cases = CASES.filter(({ name }) => names.includes(name));
  const numbers = (text: string) => text.split(",").map(Number);
  const [people, horizons] = [numbers(values.people), numbers(values.rounds)];
  const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
  const isWhole = [...people, ...horizons, seeds.length].every((each) => Number.isInteger(each) && each >= 1);
  const isKnown = worlds.every((name) => Object.hasOwn(WORLDS, name)) && cases.length === names.length;
  // A last quarter needs four rounds.
  const picks = values.picks.split(",");
  const isShare = (text: string) =>
    text === "free" || text === "good" || (Number(text) > 0 && Number(text) <= 1);
  if (!picks.every(isShare)) return USAGE;
  if (!isWhole || !isKnown || Math.min(...horizons) < 4) return USAGE;
  const guarded = guardedOf(values.guarded);
  return {
    folder,
    worlds,
    people,
    horizons: horizons.toSorted((a, b) => a - b),
    seeds,
    cases,
    picks,
    guarded,
  };
}

/** Reads "upwards,budget=8": a name alone is turned on. The learner refuses unknown names and values. */
function guardedOf(text: string): Partial<GuardedSpec> {
  const parts = text.split(",").filter((part) => part !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [name = "", value] = part.split("=");
      return [name, value ?? true];
    }),
  );
}
