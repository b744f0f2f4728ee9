import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Refusal } from "../../scripts/lib/refusal.mjs";
import { type Area, areaNames } from "./areas.ts";

export const helpText = `Plants mistakes in the product, one at a time, and runs the tests that could find them.

  npm run trial -- mutants [options]

  --areas A,B     of ${areaNames.join(", ")} (default: all)
  --count N       mutants in each area, or all if it has fewer (default: 75)
  --seed S        which ones (default: drawn anew, and printed)
  --only PATH     only in files whose path begins with this; may be given more than once
  --tests WORD    asks only test files whose path contains this; may be given more than once. For whoever pins a survivor:
                  what they do not find, others may
  --list          prints the mutants and runs nothing
  --resume        goes on with the run before, with its options, if the checkout is still the same
  --help

Ctrl-C prints what is known so far. The results are in test-results/mutants.jsonl. What counts, and the limits: docs/trials.md.
`;

export type Options = {
  readonly areas: readonly Area[];
  readonly count: number;
  readonly seed: string;
  readonly only: readonly string[];
  readonly tests: readonly string[];
  readonly isList: boolean;
  readonly isResume: boolean;
};

/** @returns undefined if help was asked for. @throws Refusal */
export function readOptions(args: readonly string[]): Options | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const others = Object.keys(values).filter((name) => name !== "resume");
  if (values.resume && others.length > 0) {
    throw new Refusal(`--resume takes the options of the run before: leave out --${others.join(", --")}.`);
  }
  return {
    areas: values.areas === undefined ? areaNames : values.areas.split(",").map(areaNamed),
    count: values.count === undefined ? 75 : countOf(values.count),
    seed: values.seed ?? String(randomInt(1_000_000)),
    only: values.only ?? [],
    tests: values.tests ?? [],
    isList: values.list ?? false,
    isResume: values.resume ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        areas: { type: "string" },
        count: { type: "string" },
        seed: { type: "string" },
        only: { type: "string", multiple: true },
        tests: { type: "string", multiple: true },
        list: { type: "boolean" },
        resume: { type: "boolean" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (cause) {
    throw new Refusal(`${cause instanceof Error ? cause.message : String(cause)} (see --help)`, { cause });
  }
}

function areaNamed(name: string): Area {
  const area = areaNames.find((known) => known === name.trim());
  if (area === undefined) throw new Refusal(`there is no area ${name}: they are ${areaNames.join(", ")}`);
  return area;
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Refusal(`--count must be a whole number from 1, not ${text}`);
  return Number(text);
}
